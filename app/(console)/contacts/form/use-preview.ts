import { useQuery } from '@tanstack/react-query';
import { CallError, isTemporary } from '@/components/hooks/call-error';
import { useCan } from '@/components/hooks/use-can';
import { useDebouncedValue } from '@/components/hooks/use-debounced-value';
import type { Contact } from '@/lib/contract/contact';
import type { ContactPreview } from '@/lib/contract/contact-preview';
import type { ContactValues } from './contact-form-values';
import {
  isBegun,
  type PreviewInput,
  previewOptions,
  type SaveRequest,
  toUpdateRequest,
  toUpsertRequest,
} from './contact-preview';

export interface FormPreview {
  /** `null` if there is nothing to save yet or the preview failed. */
  of: PreviewInput | null;
  preview: ContactPreview | null;
  checking: boolean;
  failure: CallError | null;
  /** Whether a valid email or phone is typed. */
  begun: boolean;
  /** Version that an upsert would update; `null` if it would create, `undefined` if unknown. */
  expected: string | null | undefined;
}

/**
 * Previews saving the form, a moment after the last key: an update of `edited`, or an upsert. Sends nothing unless `wanted`,
 * nor for values that are invalid or unchanged.
 */
export function usePreview(values: ContactValues, edited: Contact | undefined, wanted: boolean): FormPreview {
  const isPossible = useCan(edited ? 'previewUpdate' : 'previewContact');
  const asked = edited ? toUpdateRequest(values, edited) : toUpsertRequest(values);
  const typed = JSON.stringify(asked);
  const settled = useDebouncedValue(typed, 250);
  const request: SaveRequest | null = JSON.parse(settled);
  const canAsk = wanted && request !== null && isPossible;
  const { data, error, fetchStatus } = useQuery({ ...previewOptions(request), enabled: canAsk });
  const of = (request && data) ?? null;
  const preview = of?.preview ?? null;
  const failure = canAsk && error instanceof CallError ? error : null;
  return {
    of,
    preview,
    checking: asked !== null && isPossible && (typed !== settled || fetchStatus !== 'idle'),
    failure,
    begun: isBegun(values),
    expected:
      !isPossible || (failure && isTemporary(failure) && !preview) ? undefined : (preview?.etag ?? null),
  };
}
