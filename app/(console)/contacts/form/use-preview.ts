'use client';

import { useQuery } from '@tanstack/react-query';
import { useCapabilities } from '@/app/(console)/service-provider';
import { ReadError } from '@/app/data/read-data';
import { type Contact, type ContactUpsert, contactUpdate } from '@/lib/contract/contact';
import type { ContactPreview } from '@/lib/contract/contact-preview';
import { type ContactValues, upsertBody } from './contact-form-values';
import { isBegun, type PreviewOf, previewable, previewOptions } from './contact-preview';
import type { Owners } from './contact-save';
import { useDebouncedValue } from './use-debounced-value';

export interface FormPreview {
  /** `null` where there is none: nothing to save yet, or it could not be had. */
  of: PreviewOf | null;
  preview: ContactPreview | null;
  checking: boolean;
  /** Why it could not be had. */
  failure: ReadError | null;
  /** Whether an email or phone is typed, whatever keeps the rest from being saved. */
  begun: boolean;
  /** Other contacts that have what is typed. */
  taken: Owners;
  /**
   * What the save has to hold to: the version of the contact that would be updated, `null` where none would be.
   * `undefined` where it is not for the form to say.
   */
  expected: string | null | undefined;
}

/** Asks the service what saving would do, of an edit whose the email and phone are and how they would be stored. */
export function usePreview(values: ContactValues, edited: Contact | undefined, wanted: boolean): FormPreview {
  const can = useCapabilities();
  const asked = edited ? changedAddresses(values, edited) : previewable(values);
  const typed = JSON.stringify(asked);
  const settled = useDebouncedValue(typed);
  const body: ContactUpsert | null = JSON.parse(settled);
  const canAsk = wanted && body !== null && can.previewContact;
  const { data, error, isFetching } = useQuery({
    ...previewOptions(body),
    enabled: canAsk,
  });
  const of = (body && data) ?? null;
  const preview = of?.preview ?? null;
  const failure = canAsk && error instanceof ReadError ? error : null;
  return {
    of,
    preview,
    checking: asked !== null && can.previewContact && (typed !== settled || isFetching),
    failure,
    begun: isBegun(values),
    taken: ownersIn(preview, edited),
    expected: !can.previewContact || (failure?.temporary && !preview) ? undefined : (preview?.etag ?? null),
  };
}

/** The email and phone that an edit changes, as far as they could be saved. */
function changedAddresses(values: ContactValues, edited: Contact): ContactUpsert | null {
  const entries = (['email', 'phone'] as const).flatMap((field) => {
    const value = contactUpdate.safeParse({ [field]: values[field] }).data?.[field];
    return value && value !== edited[field] ? [[field, value]] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

function ownersIn(preview: ContactPreview | null, edited: Contact | undefined): Owners {
  if (!preview) return { email: null, phone: null };
  const { contact, conflicts } = preview;
  // Creating updates the one contact there is; only an edit collides with it.
  const owner = (field: 'email' | 'phone') => {
    const found =
      conflicts[field] ?? (edited && contact && preview[field] === contact[field] ? contact : null);
    return found && found.id !== edited?.id && preview[field] !== null ? found : null;
  };
  return { email: owner('email'), phone: owner('phone') };
}

/** The values as they would be stored, as far as the service has said so. */
export function storedValues(values: ContactValues, { of, preview }: FormPreview): ContactValues {
  const stored = { ...values };
  const body = upsertBody(values);
  for (const field of ['email', 'phone'] as const)
    if (of?.of[field] === body[field] && preview?.[field]) stored[field] = preview[field];
  return stored;
}
