import type { ApiError } from '@/lib/client/client';
import { JobFailure } from '@/lib/jobs/job';

/** Why the service rejected one of many changes. @throws JobFailure for errors that would affect all of them. */
export function reasonOf(error: ApiError): string {
  const isRefused = error.status >= 400 && error.status < 500 && ![401, 403, 408, 429].includes(error.status);
  if (!isRefused) throw failureOf(error);
  return messageOf(error);
}

/** Fails a job, which can be resumed. */
export const failureOf = (error: ApiError): JobFailure =>
  new JobFailure(error.code === 'NETWORK' ? `No response. ${messageOf(error)}` : messageOf(error));

const messageOf = ({ details: [detail], message }: ApiError): string => detail?.message ?? message;
