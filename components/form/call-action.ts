import { unstable_isUnrecognizedActionError } from 'next/navigation';
import { shownOrganization } from '@/components/hooks/shown-organization';
import { UPDATED } from '@/components/ui/updated';
import type { ErrorDetail } from '@/lib/contract/error';
import { CONFIRM_PASSWORD } from './confirm-needed';
import { keepDrafts } from './drafts';

export interface Refused {
  code?: string;
  /** 0 if there was no response. */
  status?: number;
  message: string;
  details: readonly ErrorDetail[];
  requestId?: string | null;
}

export type ActionAnswer<T> = { ok: true; data: T } | { ok: false; error: Refused };

/** Error of a change that did not respond. */
export const NO_ANSWER: Refused = {
  code: 'NETWORK',
  status: 0,
  message: 'No response, so the change may or may not have been made. You can safely try again.',
  details: [],
};

/** Error of an action that only reads, and did not respond. */
export const UNREACHABLE: Refused = {
  ...NO_ANSWER,
  message: 'Roster cannot be reached. Check the connection.',
};

/** Error of an action that the server's build does not have: nothing was done, and trying again cannot help. */
const OUTDATED: Refused = { code: 'UPDATED', message: UPDATED, details: [] };

/** The error that mutations throw. Its message names the request if the log may say more. */
export class ActionError extends Error {
  constructor(readonly refused: Refused) {
    const { message, status = 0, requestId } = refused;
    super(requestId && status >= 500 ? `${message} (request ${requestId})` : message);
    this.name = 'ActionError';
  }
}

/** Opens the dialog; returns whether the password was given. Set while the console is mounted. */
let askForPassword: (() => Promise<boolean>) | null = null;

export function setAskForPassword(ask: typeof askForPassword): void {
  askForPassword = ask;
}

/** Calls a server action for a mutation; if it requires the password again, asks for it and retries. @throws ActionError */
export async function callAction<I, T>(
  action: (input: I, organization: string) => Promise<ActionAnswer<T>>,
  input: I,
  noAnswer = NO_ANSWER,
): Promise<T> {
  const call = () =>
    action(input, shownOrganization).catch((cause: unknown) => {
      if (!unstable_isUnrecognizedActionError(cause)) return { ok: false as const, error: noAnswer };
      keepDrafts();
      return { ok: false as const, error: OUTDATED };
    });
  let result = await call();
  if (!result.ok && result.error.message === CONFIRM_PASSWORD && (await askForPassword?.()))
    result = await call();
  if (!result.ok) throw new ActionError(result.error);
  return result.data;
}
