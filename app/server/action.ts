import * as z from 'zod';
import type { Refusal } from '@/lib/call';
import { uuid } from '@/lib/contract/text';
import { runtime } from '@/lib/runtime';
import type { Staff } from '@/lib/staff/create-staff';
import type { Permission } from '@/lib/staff/roles';
import type { Outcome, StaffMember } from '@/lib/staff/staff';
import { type GuardOptions, invalid, refusal, runGuarded } from './guard';
import type { SignedIn } from './session';

export type ActionResult<T> = { ok: true; data: T } | Refusal;

/** Input of an action on one item. */
export const named = z.strictObject({ id: uuid });

/**
 * Creates a server action that checks the permission and the tab's organization, parses the input, and calls the handler
 * with a client for this person. Returns refusals instead of throwing.
 */
export function action<S extends z.ZodType, R extends ActionResult<unknown>>(
  permission: Permission,
  schema: S,
  handler: (input: z.output<S>, signedIn: SignedIn) => Promise<R>,
  options?: Pick<GuardOptions, 'confirm'>,
): (input: z.input<S>, organization: string) => Promise<R | Refusal> {
  return async (input, organization) =>
    runGuarded(
      permission,
      'A server action',
      async (signedIn): Promise<R | Refusal> => {
        // A client may call an action with any input, regardless of its type.
        const parsed = await schema.safeParseAsync(input);
        if (!parsed.success) return invalid(parsed.error);
        return handler(parsed.data, signedIn);
      },
      { ...options, shown: organization ?? '' },
    );
}

/** As `action`, for accounts, organizations and saved views: `change` gets the staff service and the signed-in person. */
export const staffAction = <S extends z.ZodType, T>(
  permission: Permission,
  schema: S,
  change: (staff: Staff, by: StaffMember, input: z.output<S>) => Promise<Outcome<T>>,
  options?: Pick<GuardOptions, 'confirm'>,
) =>
  action(
    permission,
    schema,
    async (input, signedIn) => toResult(await change(runtime().staff, signedIn.staff, input)),
    options,
  );

/**
 * Converts an outcome of `staff` to the result of an action: an error with a wait becomes `RATE_LIMITED`, one with a path
 * `VALIDATION_ERROR`, any other `CONFLICT`.
 */
function toResult<T>(outcome: Outcome<T>): ActionResult<T> {
  if (outcome.ok) return outcome;
  const { path, message, retryAfter } = outcome.error;
  if (retryAfter) return refusal('RATE_LIMITED', message);
  return path ? refusal('VALIDATION_ERROR', message, [{ path, message }]) : refusal('CONFLICT', message);
}
