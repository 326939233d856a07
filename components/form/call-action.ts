import type { ErrorDetail } from '@/lib/contract/error';

/** Why an action failed. */
export interface Refused {
  code?: string;
  /** 0 if there was no response. */
  status?: number;
  message: string;
  details: readonly ErrorDetail[];
}

/** Result of an action that did not respond. */
export const NO_ANSWER: Refused = {
  code: 'NETWORK',
  status: 0,
  message: 'No response, so the change may or may not have been made. You can safely try again.',
  details: [],
};

/** The error that mutations throw. */
export class ActionError extends Error {
  constructor(readonly refused: Refused) {
    super(refused.message);
    this.name = 'ActionError';
  }
}

/**
 * Calls a server action in the `mutationFn` of a mutation.
 *
 * @throws ActionError if it failed or did not respond.
 */
export async function callAction<T>(
  called: Promise<{ ok: true; data: T } | { ok: false; error: Refused }>,
): Promise<T> {
  const result = await called.catch(() => ({ ok: false as const, error: NO_ANSWER }));
  if (!result.ok) throw new ActionError(result.error);
  return result.data;
}
