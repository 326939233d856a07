import { headers } from 'next/headers';
import { unstable_rethrow } from 'next/navigation';
import type * as z from 'zod';
import type { Refusal } from '@/lib/call';
import { type ErrorCode, type ErrorDetail, errorStatus, toErrorDetails } from '@/lib/contract/error';
import type { Operation } from '@/lib/contract/operation';
import { runtime } from '@/lib/runtime';
import { lacksTwoFactor, may, type Permission } from '@/lib/staff/roles';
import { callAs, type SignedIn } from './session';

/** Creates an error of the console itself in the API's format. */
export function refusal(code: ErrorCode, message: string, details: ErrorDetail[] = []): Refusal {
  return { ok: false, error: { code, status: errorStatus[code], message, details, requestId: null } };
}

/**
 * Parses the body of an operation by its schema, because a client may send any body; `undefined` if the operation takes
 * none.
 */
export function parseBody({ body }: Operation, sent: unknown): { ok: true; data: unknown } | Refusal {
  const parsed = body?.safeParse(sent);
  if (!parsed) return { ok: true, data: undefined };
  return parsed.success ? { ok: true, data: parsed.data } : invalid(parsed.error);
}

export const invalid = (error: z.ZodError): Refusal =>
  refusal('VALIDATION_ERROR', 'Some fields are invalid.', toErrorDetails(error));

const CONFIRM_PASSWORD: Refusal = {
  ok: false,
  error: {
    ...refusal('FORBIDDEN', 'Enter your password to continue.').error,
    code: 'CONFIRM_PASSWORD',
  },
};

export interface GuardOptions {
  /** Id of the organization that the tab shows; `null` skips the check. */
  shown: string | null;
  /** Whether to require the password again, unless it was given in the last 15 minutes. */
  confirm?: boolean;
}

/**
 * Guards an action or a route handler: checks session, organization, permission, two-factor sign-in and, for `confirm`, the
 * password, then runs `work`. Logs errors of `work` with `name`, and returns a generic one.
 */
export async function runGuarded<R>(
  permission: Permission,
  name: string,
  work: (signedIn: SignedIn) => Promise<R>,
  { shown, confirm = false }: GuardOptions,
): Promise<R | Refusal> {
  try {
    const staff = await runtime().staff.session(await headers());
    if (!staff) return refusal('UNAUTHORIZED', 'You are signed out. Sign in again.');
    const { id, name: current } = staff.organization;
    if (shown !== null && shown !== id)
      return refusal('FORBIDDEN', `You switched to ${current} in another tab. Reload this one.`);
    if (!may(staff.role, permission))
      return refusal('FORBIDDEN', `Your role, ${staff.role}, does not allow this.`);
    if (lacksTwoFactor(staff, permission))
      return refusal('FORBIDDEN', 'Set up two-factor sign-in in your profile first.');
    if (confirm && !staff.confirmed) return CONFIRM_PASSWORD;
    return await work({ staff, call: callAs(staff) });
  } catch (error) {
    // Next throws redirects and similar signals, and must receive them.
    unstable_rethrow(error);
    // The browser left the page, which is no error.
    if (error instanceof Error && error.name === 'ResponseAborted')
      return refusal('UNAVAILABLE', 'The client disconnected.');
    runtime().log.error({ err: error, permission }, `${name} failed.`);
    if (runtime().isOutage(error))
      return refusal('UNAVAILABLE', 'The database cannot be reached. Try again in a moment.');
    return refusal('INTERNAL_ERROR', 'Something went wrong. The server log has the details.');
  }
}
