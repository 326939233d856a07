import { retryOnConflict } from '@/lib/database/statement';
import { findByKey } from '@/lib/jobs/job-table';
import { requestDigest, USED_KEY } from './answer-once';
import type { HandlerCall } from './reply';

export interface IdempotencyKey {
  idempotencyKey: string;
  bodyDigest: Buffer;
}

/**
 * Creates a job, or reads the one that an earlier request with the same idempotency key created. Refuses a key that was
 * used for another `request`.
 */
export function createOnce<Reply>(
  { context, idempotencyKey }: Pick<HandlerCall<'createBulkChange'>, 'context' | 'idempotencyKey'>,
  request: unknown,
  read: (id: string) => Promise<Reply>,
  create: (key: IdempotencyKey | null) => Promise<Reply>,
): Promise<Reply | typeof USED_KEY> {
  const bodyDigest = requestDigest(request);
  const key = idempotencyKey === null ? null : { idempotencyKey, bodyDigest };
  // Of two concurrent requests with one key, the second conflicts and then finds the first one's job.
  return retryOnConflict(async () => {
    const made = key && (await findByKey(context.database, { ...context, ...key }));
    if (made && !made.isSame) return USED_KEY;
    return made ? read(made.id) : create(key);
  });
}
