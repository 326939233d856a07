import type { ApiError } from '@/lib/client/client';
import { JobFailure } from '@/lib/jobs/job';

/** Why the service refused one change of many. @throws JobFailure where it may do it later: the others would fail, too. */
export function reasonOf(error: ApiError): string {
  const isRefused = error.status >= 400 && error.status < 500 && ![401, 403, 408, 429].includes(error.status);
  if (!isRefused) throw failureOf(error);
  return messageOf(error);
}

/** Ends a job, which can be resumed. */
export const failureOf = (error: ApiError): JobFailure =>
  new JobFailure(error.code === 'NETWORK' ? `No response. ${messageOf(error)}` : messageOf(error));

const messageOf = ({ details: [detail], message }: ApiError): string => detail?.message ?? message;
