import { unstable_isUnrecognizedActionError } from 'next/navigation';
import type { ApiError, Refusal } from '@/lib/call';
import { CallError, NO_ANSWER, OUTDATED } from './call-error';
import { keepDrafts } from './drafts';
import { shownOrganization } from './reply';

/** A server action: takes its input, and the organization that the tab shows. */
export type Action<I, T> = (input: I, organization: string) => Promise<{ ok: true; data: T } | Refusal>;

/** Opens the password dialog and returns whether the password was confirmed. Set while the console is mounted. */
let askForPassword: (() => Promise<boolean>) | null = null;

export function setAskForPassword(ask: typeof askForPassword): void {
  askForPassword = ask;
}

/**
 * Calls a server action, and once more after asking for the password if it requires that. Returns errors: `noAnswer` if it
 * does not respond; `OUTDATED`, which also keeps drafts, if the server runs another build.
 */
export async function tryAction<I, T>(
  action: Action<I, T>,
  input: I,
  noAnswer = NO_ANSWER,
): Promise<{ ok: true; data: T } | Refusal> {
  const call = () =>
    action(input, shownOrganization).catch((cause: unknown): Refusal => {
      if (!unstable_isUnrecognizedActionError(cause)) return { ok: false, error: noAnswer };
      keepDrafts();
      return { ok: false, error: OUTDATED };
    });
  const result = await call();
  const isAsked = !result.ok && result.error.code === 'CONFIRM_PASSWORD';
  return isAsked && (await askForPassword?.()) ? call() : result;
}

/** As `tryAction`, for mutations: returns the data. @throws CallError */
export async function callAction<I, T>(action: Action<I, T>, input: I, noAnswer = NO_ANSWER): Promise<T> {
  const result = await tryAction(action, input, noAnswer);
  if (!result.ok) throw new CallError(withRequestId(result.error));
  return result.data;
}

/** Adds the request id to the message of a server error, so that its log lines can be found. */
const withRequestId = ({ message, ...error }: ApiError): ApiError => ({
  ...error,
  message: error.requestId && error.status >= 500 ? `${message} (request ${error.requestId})` : message,
});
