import { useQuery } from '@tanstack/react-query';
import { CallError, isTemporary } from '@/components/hooks/call-error';
import { useCan } from '@/components/hooks/use-can';
import { useDebouncedValue } from '@/components/hooks/use-debounced-value';
import { type Contact, type ContactUpsert, contactUpdate } from '@/lib/contract/contact';
import type { ContactPreview } from '@/lib/contract/contact-preview';
import { type ContactValues, upsertBody } from './contact-form-values';
import { isBegun, type PreviewOf, previewable, previewOptions } from './contact-preview';
import type { Owners } from './contact-save';

export interface FormPreview {
  /** `null` if there is nothing to save yet, or the preview failed. */
  of: PreviewOf | null;
  preview: ContactPreview | null;
  checking: boolean;
  failure: CallError | null;
  /** Whether a valid email or phone is typed. */
  begun: boolean;
  /** Other contacts with the typed email or phone. */
  taken: Owners;
  /** Version to save on; `null` if it would create, `undefined` if unknown. */
  expected: string | null | undefined;
}

/** Previews a new contact, or the email and phone of an edit. */
export function usePreview(values: ContactValues, edited: Contact | undefined, wanted: boolean): FormPreview {
  const isPossible = useCan('previewContact');
  const asked = edited ? changedAddresses(values, edited) : previewable(values);
  const typed = JSON.stringify(asked);
  const settled = useDebouncedValue(typed, 250);
  const body: ContactUpsert | null = JSON.parse(settled);
  const canAsk = wanted && body !== null && isPossible;
  const { data, error, isFetching } = useQuery({ ...previewOptions(body), enabled: canAsk });
  const of = (body && data) ?? null;
  const preview = of?.preview ?? null;
  const failure = canAsk && error instanceof CallError ? error : null;
  return {
    of,
    preview,
    checking: asked !== null && isPossible && (typed !== settled || isFetching),
    failure,
    begun: isBegun(values),
    taken: ownersIn(preview, edited),
    expected:
      !isPossible || (failure && isTemporary(failure) && !preview) ? undefined : (preview?.etag ?? null),
  };
}

/** The valid email and phone that an edit changes. */
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
  // Creating would update an existing contact; an edit conflicts with it.
  const owner = (field: 'email' | 'phone') => {
    const found =
      conflicts[field] ?? (edited && contact && preview[field] === contact[field] ? contact : null);
    return found && found.id !== edited?.id && preview[field] !== null ? found : null;
  };
  return { email: owner('email'), phone: owner('phone') };
}

/** Values as they would be stored, as far as known. */
export function storedValues(values: ContactValues, { of, preview }: FormPreview): ContactValues {
  const stored = { ...values };
  const body = upsertBody(values);
  for (const field of ['email', 'phone'] as const)
    if (of?.of[field] === body[field] && preview?.[field]) stored[field] = preview[field];
  return stored;
}
