import type { z } from 'zod';
import type { ApiError } from '@/lib/client/client';
import { detailsOf } from '@/lib/contract/error';
import type { Permission } from '@/lib/staff/roles';
import { guarded, type Refusal, refusal } from './guard';
import type { SignedIn } from './session';

/** What an action tells the browser. */
export type ActionResult<T> = { ok: true; data: T } | { ok: false; error: ApiError };

/**
 * Makes a server action: requires staff who may do it, parses what the browser sent, and calls the handler with a
 * client that acts for them. The handler's result goes to the browser as it is.
 *
 * The action never throws: `VALIDATION_ERROR` with details where the schema refuses the input, `UNAUTHORIZED` when
 * signed out, `FORBIDDEN` when the role may not, `INTERNAL_ERROR` where the handler threw.
 */
export function action<S extends z.ZodType, R extends ActionResult<unknown>>(
  permission: Permission,
  schema: S,
  handler: (input: z.output<S>, signedIn: SignedIn) => Promise<R>,
): (input: z.input<S>) => Promise<R | Refusal> {
  return async (input) =>
    guarded(permission, 'A server action', async (signedIn): Promise<R | Refusal> => {
      // What arrives is whatever somebody sent to the action's address; its type is only what the pages send.
      const parsed = await schema.safeParseAsync(input);
      if (!parsed.success)
        return refusal('VALIDATION_ERROR', 'Some fields are invalid.', detailsOf(parsed.error));
      return handler(parsed.data, signedIn);
    });
}
