import type { Result } from '@/lib/client/client';
import type { OperationName } from '@/lib/contract/operations';
import { ReadError } from './read-data';

/** Answers a read of the browser with what the contacts service said; `readData` reads it. */
export function answer<N extends OperationName>(result: Result<N>): Response {
  const headers = { 'Cache-Control': 'private, no-store' };
  if (result.ok) return Response.json({ data: result.data, meta: result.meta }, { headers });
  const { message, requestId, status } = result.error;
  return Response.json({ error: { message, requestId } }, { status: statusFor(status), headers });
}

/** What an operation answered, for a page that prefetches; throws a `ReadError` where it failed. */
export function unwrap<N extends OperationName>(result: Result<N>) {
  if (!result.ok) throw new ReadError(result.error.message, result.error.status, result.error.requestId);
  return { data: result.data, meta: result.meta };
}

/** A refused token is the console's trouble: to the browser a 401 would mean that nobody is signed in. */
function statusFor(status: number): number {
  return status === 0 || status === 401 || status === 403 ? 502 : status;
}
