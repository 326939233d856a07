import { createHash } from 'node:crypto';
import { retryOnConflict } from '@/lib/database/statement';
import { findByKey } from '@/lib/jobs/job-table';
import { type HandlerCall, refuse } from './reply';

export interface IdempotencyKey {
  idempotencyKey: string;
  bodyDigest: Buffer;
}

const OTHER_REQUEST = refuse('CONFLICT', 'This Idempotency-Key was used for another request.');

/** Creates a job, or reads the one that an earlier request with the same idempotency key and the same `request` created. */
export function createOnce<Reply>(
  { context, idempotencyKey }: Pick<HandlerCall<'createBulkChange'>, 'context' | 'idempotencyKey'>,
  request: unknown,
  read: (id: string) => Promise<Reply>,
  create: (key: IdempotencyKey | null) => Promise<Reply>,
): Promise<Reply | typeof OTHER_REQUEST> {
  const bodyDigest = createHash('sha256').update(JSON.stringify(request)).digest();
  const key = idempotencyKey === null ? null : { idempotencyKey, bodyDigest };
  // Of two concurrent requests with one key, the second conflicts and then finds the first one's job.
  return retryOnConflict(async () => {
    const made = key && (await findByKey(context.database, { ...context, ...key }));
    if (made && !made.isSame) return OTHER_REQUEST;
    return made ? read(made.id) : create(key);
  });
}
