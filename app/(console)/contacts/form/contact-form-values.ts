import { editableFields } from '@/components/contacts/field-labels';
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
} & { [name: OwnName]: string | string[] };

/** Name of an own field in the form. With a dot, the form library would nest it. */
export type OwnName = `fields:${string}`;
export const ownName = (key: string): OwnName => `fields:${key}`;
const isOwn = (name: string): name is OwnName => name.startsWith('fields:');

/** A name in any of several values of the form; own fields without a value are in none. */
export const namesOf = (...values: ContactValues[]): (keyof ContactValues)[] => [
  ...new Set(values.flatMap((each) => Object.keys(each) as (keyof ContactValues)[])),
];

/** Own values by key as requests have them, of these names: blank ones are `null`. */
const toOwnValues = (names: readonly string[], values: ContactValues) =>
  Object.fromEntries(
    names
      .filter(isOwn)
      .map((name) => [name.slice('fields:'.length), values[name]?.length ? values[name] : null]),
  );

export const emptyValues: ContactValues = {
  ...(Object.fromEntries(contactFields.map((field) => [field, ''])) as Record<ContactField, string>),
  segmentIds: [],
  referralCode: '',
};

/** Converts a contact to form values, with the phone formatted for display; empty for a new contact. */
export function toFormValues(stored: Contact | undefined): ContactValues {
  if (!stored) return emptyValues;
  const { email, phone, contact, fields = {}, segments } = stored;
  const own = Object.entries(fields).map(([key, value]) => [
    ownName(key),
    Array.isArray(value) ? value : String(value),
  ]);
  return {
    ...emptyValues,
    ...Object.fromEntries(own),
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
export function toUpsert(values: ContactValues): ContactUpsert {
  const texts = [...contactFields, 'referralCode'] as const;
  const own = namesOf(values).filter((name) => isOwn(name) && !sameValue(values[name]));
  const ids = existingSegments(values.segmentIds);
  return {
    ...Object.fromEntries(texts.flatMap((name) => (values[name].trim() ? [[name, values[name]]] : []))),
    ...(ids.length > 0 && { segmentIds: ids }),
    ...(own.length > 0 && { fields: toOwnValues(own, values) }),
  };
}

/** Whether values are equal, ignoring the order of segments. No value is a blank one. */
export function sameValue(
  one: string | readonly string[] = '',
  other: string | readonly string[] = '',
): boolean {
  if (one.length === 0 && other.length === 0) return true;
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  return one.length === other.length && one.every((id) => other.includes(id));
}

/** Names of values that differ. */
export const changedNames = (one: ContactValues, other: ContactValues) =>
  namesOf(one, other).filter((name) => !sameValue(one[name], other[name]));

export function sameValues(one: ContactValues, other: ContactValues): boolean {
  return changedNames(one, other).length === 0;
}

/**
 * Converts form values to the body of an update, or to its errors. Sends and validates only fields that differ from `base`;
 * a change that leaves neither email nor phone is an error.
 */
export function toUpdate(
  values: ContactValues,
  base: ContactValues,
): { ok: true; body: ContactUpdate } | { ok: false; details: ErrorDetail[] } {
  const changedNow = changedNames(values, base);
  const touched = editableFields.filter((field) => changedNow.includes(field));
  const sent = { ...values, segmentIds: existingSegments(values.segmentIds) };
  const own = toOwnValues(changedNow, values);
  const parsed = contactUpdate.safeParse({
    ...Object.fromEntries(touched.map((field) => [field, sent[field]])),
    ...(Object.keys(own).length > 0 && { fields: own }),
  });
  const details = parsed.success ? [] : toErrorDetails(parsed.error);
  if (touched.length > 0 && values.email.trim() === '' && values.phone.trim() === '')
    details.push({ path: 'email', message: EMAIL_OR_PHONE });
  if (!parsed.success || details.length > 0) return { ok: false, details };
  const addsNew = newSegmentTitles(values.segmentIds).length > 0;
  const changed = Object.entries(parsed.data).filter(
    ([field, value]) =>
      field === 'fields' ||
      !sameValue((value as string | string[] | null) ?? '', base[field as ContactField]) ||
      (field === 'segmentIds' && addsNew),
  );
  return { ok: true, body: Object.fromEntries(changed) };
}
