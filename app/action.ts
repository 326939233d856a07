import type * as z from 'zod';
import type { ApiError } from '@/lib/client/client';
import { detailsOf } from '@/lib/contract/error';
import type { Permission } from '@/lib/staff/roles';
import type { Outcome } from '@/lib/staff/staff';
import { type GuardOptions, guarded, type Refusal, refusal } from './guard';
import type { SignedIn } from './session';

export type ActionResult<T> = { ok: true; data: T } | { ok: false; error: ApiError };

/**
 * Creates a server action: checks permissions and that the tab shows the person's organization, parses the input, and calls
 * the handler with a client for this person.
 * Never throws; returns `VALIDATION_ERROR`, `UNAUTHORIZED`, `FORBIDDEN` or `INTERNAL_ERROR` instead.
 */
export function action<S extends z.ZodType, R extends ActionResult<unknown>>(
  permission: Permission,
  schema: S,
  handler: (input: z.output<S>, signedIn: SignedIn) => Promise<R>,
  options?: Pick<GuardOptions, 'confirm'>,
): (input: z.input<S>, organization: string) => Promise<R | Refusal> {
  return async (input, organization) =>
    guarded(
      permission,
      'A server action',
      async (signedIn): Promise<R | Refusal> => {
        // Anybody can call an action with any input, whatever its type says.
        const parsed = await schema.safeParseAsync(input);
        if (!parsed.success)
          return refusal('VALIDATION_ERROR', 'Some fields are invalid.', detailsOf(parsed.error));
        return handler(parsed.data, signedIn);
      },
      { ...options, shown: organization ?? '' },
    );
}

/** Converts an outcome of `staff` to the result of an action. */
export function resultOf<T>(outcome: Outcome<T>): ActionResult<T> {
  if (outcome.ok) return outcome;
  const { path, message, retryAfter } = outcome.error;
  if (retryAfter) return refusal('RATE_LIMITED', message);
  return path ? refusal('VALIDATION_ERROR', message, [{ path, message }]) : refusal('CONFLICT', message);
}
