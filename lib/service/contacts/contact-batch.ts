import type { ContactRequest } from '@/lib/contacts/decide';
import { withPossiblePhone } from '@/lib/contacts/possible-phone';
import { type ContactUpsert, contactUpsert } from '@/lib/contract/contact';
import type { BatchPreview, BatchResult } from '@/lib/contract/contact-batch';
import { type ErrorDetail, toErrorDetails } from '@/lib/contract/error';
import type { Handler } from '../shared/reply';
import { toWriteReply, upsertRequest } from './contacts';
import { previewAll } from './preview';

const itemSchema = withPossiblePhone(contactUpsert);

/**
 * Upserts each contact as if it had been sent alone, in order. A refused one has its errors in the results; the others are
 * saved.
 */
export const upsertContacts: Handler<'upsertContacts'> = async ({ context, service, body }) => {
  const results = await Promise.all(
    body.contacts.map(async (contact, index): Promise<BatchResult> => {
      const parsed = parseItem(contact, index);
      if ('errors' in parsed) return toFailedResult('VALIDATION_ERROR', parsed.errors);
      const decision = await service.write(context, parsed.request);
      const reply = toWriteReply(context, decision);
      if ('refusal' in reply)
        return toFailedResult(reply.refusal.code as 'CONFLICT', prefixPaths(index, reply.refusal.details));
      return { outcome: decision.outcome as 'created', contact: reply.data, code: null, errors: [] };
    }),
  );
  const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 };
  for (const { outcome } of results) counts[outcome]++;
  return { data: { ...counts, results } };
};

/** Previews each contact as if it had been sent alone; writes nothing. */
export const previewContacts: Handler<'previewContacts'> = async ({ context, body }) => {
  const items = body.contacts.map(parseItem);
  const previews = await previewAll(
    context,
    items.flatMap((item) => ('request' in item ? [item.request] : [])),
  );
  return {
    data: items.map((item, index): BatchPreview => {
      if ('errors' in item) return { preview: null, errors: item.errors };
      const preview = previews.shift();
      if (preview && 'data' in preview) return { preview: preview.data, errors: [] };
      return { preview: null, errors: prefixPaths(index, preview?.refusal.details ?? []) };
    }),
  };
};

/** A contact of a batch as a request, or its errors, with paths in the batch. */
export function parseItem(
  contact: ContactUpsert,
  index: number,
): { request: ContactRequest } | { errors: ErrorDetail[] } {
  const parsed = itemSchema.safeParse(contact);
  return parsed.success
    ? { request: upsertRequest(parsed.data) }
    : { errors: prefixPaths(index, toErrorDetails(parsed.error)) };
}

/** Prefixes the paths of problems with the contact's place in the batch. */
const prefixPaths = (index: number, details: ErrorDetail[]): ErrorDetail[] =>
  details.map(({ path, ...rest }) => ({
    ...rest,
    path: ['contacts', index, path].filter((part) => part !== '').join('.'),
  }));

/** The result of a contact that was not saved. */
const toFailedResult = (code: 'VALIDATION_ERROR' | 'CONFLICT', errors: ErrorDetail[]): BatchResult => ({
  outcome: 'failed',
  contact: null,
  code,
  errors,
});
