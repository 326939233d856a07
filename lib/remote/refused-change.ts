import { inWords } from '@/lib/contract/retry-after';
import { JobFailure, JobPause } from '@/lib/jobs/job';
import type { RemoteError } from './client/api-error';

/** Seconds to wait for a service that sends no `Retry-After`. */
const USUAL_PAUSE = 60;
/** For longer waits, people resume the job. */
const LONGEST_PAUSE = 3_600;

/** Why the service rejected one of many changes. @throws JobFailure or JobPause for errors that would affect all of them. */
export function reasonOf(error: RemoteError): string {
  const isRefused = error.status >= 400 && error.status < 500 && ![401, 403, 408, 429].includes(error.status);
  if (!isRefused) throw failureOf(error);
  return messageOf(error);
}

/** Pauses a job as long as the service asks for, or ends it; it can be resumed. */
function failureOf(error: RemoteError): JobFailure | JobPause {
  const message = messageOf(error);
  const seconds = error.retryAfter ?? USUAL_PAUSE;
  if (error.status === 429 && seconds <= LONGEST_PAUSE)
    return new JobPause(`The service limits its requests. Continues ${inWords(seconds)}.`, seconds * 1_000);
  return new JobFailure(error.code === 'NETWORK' ? `No response. ${message}` : message);
}

const messageOf = ({ details: [detail], message }: RemoteError): string => detail?.message ?? message;
