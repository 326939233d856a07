import type { Result } from '@/lib/client/client';
import type { OperationName } from '@/lib/contract/operations';
import { ReadError } from './read-data';

/** The data of a prefetched operation; throws a `ReadError` if it failed. */
export function unwrap<N extends OperationName>(result: Result<N>) {
  if (!result.ok) throw new ReadError(result.error.message, result.error.status, result.error.requestId);
  return { data: result.data, meta: result.meta };
}
