import { editableFields, formFields } from '@/components/contacts/field-labels';
import { existingSegments, newSegmentTitles } from '@/components/segments/new-segments';
import { formatPhone } from '@/components/text/phone';
import {
  type Contact,
  type ContactUpdate,
  type ContactUpsert,
  contactUpdate,
  EMAIL_OR_PHONE,
} from '@/lib/contract/contact';
import { type ContactField, contactFields } from '@/lib/contract/contact-fields';
import { type ErrorDetail, toErrorDetails } from '@/lib/contract/error';
import { pastedEmail, pastedPhone } from '@/lib/contract/pasted';
import { internationalPhone, type PhoneCountry } from '@/lib/contract/phone';

/** Values of the contact form: text as typed, and selected segments. */
export type ContactValues = Record<ContactField, string> & {
  /** Ids, or `newSegmentId(title)` of segments to create. */
  segmentIds: string[];
  referralCode: string;
};

export const emptyValues: ContactValues = {
  ...(Object.fromEntries(contactFields.map((field) => [field, ''])) as Record<ContactField, string>),
  segmentIds: [],
  referralCode: '',
};

/** Converts a contact to form values, with the phone formatted for display; empty for a new contact. */
export function toFormValues(stored: Contact | undefined): ContactValues {
  if (!stored) return emptyValues;
  const { email, phone, contact, segments } = stored;
  return {
    ...emptyValues,
    ...contact,
    email: email ?? '',
    phone: formatPhone(phone ?? ''),
    segmentIds: segments.map(({ segmentId }) => segmentId),
  };
}

/**
 * Normalizes typed values as a save would, so that they compare with stored ones: takes emails and phones out of pasted text
 * and adds a missing country code. Values unchanged from `base` stay, invalid ones are not normalized further.
 */
export function normalizeValues(
  values: ContactValues,
  country: PhoneCountry | null,
  base: ContactValues = emptyValues,
): ContactValues {
  const meant = { ...values };
  for (const field of contactFields) {
    const typed = values[field];
    if (typed === base[field]) continue;
    const text =
      field === 'phone'
        ? internationalPhone(pastedPhone(typed), country)
        : field === 'email'
          ? pastedEmail(typed)
          : typed;
    const parsed = contactUpdate.shape[field].safeParse(text);
    if (typed.trim() === base[field]) meant[field] = base[field];
    else if (!parsed.success) meant[field] = text;
    else meant[field] = field === 'phone' ? formatPhone(parsed.data ?? '') : (parsed.data ?? '');
  }
  return meant;
}

/** Converts form values to the body of an upsert, without blank fields, empty lists and segments still to create. */
export function toUpsert({ segmentIds, ...texts }: ContactValues): ContactUpsert {
  const filled = Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''));
  const ids = existingSegments(segmentIds);
  return ids.length === 0 ? filled : { ...filled, segmentIds: ids };
}

/** Whether values are equal, ignoring the order of segments. */
export function sameValue(one: string | readonly string[], other: string | readonly string[]): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  return one.length === other.length && one.every((id) => other.includes(id));
}

export function sameValues(one: ContactValues, other: ContactValues): boolean {
  return formFields.every((field) => sameValue(one[field], other[field]));
}

/**
 * Converts form values to the body of an update, or to its errors. Sends and validates only fields that differ from `base`;
 * a change that leaves neither email nor phone is an error.
 */
export function toUpdate(
  values: ContactValues,
  base: ContactValues,
): { ok: true; body: ContactUpdate } | { ok: false; details: ErrorDetail[] } {
  const touched = editableFields.filter((field) => !sameValue(values[field], base[field]));
  const sent = { ...values, segmentIds: existingSegments(values.segmentIds) };
  const parsed = contactUpdate.safeParse(Object.fromEntries(touched.map((field) => [field, sent[field]])));
  const details = parsed.success ? [] : toErrorDetails(parsed.error);
  if (touched.length > 0 && values.email.trim() === '' && values.phone.trim() === '')
    details.push({ path: 'email', message: EMAIL_OR_PHONE });
  if (!parsed.success || details.length > 0) return { ok: false, details };
  const addsNew = newSegmentTitles(values.segmentIds).length > 0;
  const changed = Object.entries(parsed.data).filter(
    ([field, value]) =>
      !sameValue((value as string | string[] | null) ?? '', base[field as ContactField]) ||
      (field === 'segmentIds' && addsNew),
  );
  return { ok: true, body: Object.fromEntries(changed) };
}
