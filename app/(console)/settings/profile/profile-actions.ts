'use server';

import { headers } from 'next/headers';
import * as z from 'zod';
import { action, named, staffAction } from '@/app/server/action';
import { runtime } from '@/lib/runtime';
import { nameInput, passwordChangeInput, secondFactorInput } from '@/lib/staff/account';

const password = z.strictObject({ password: z.string().max(200) });

export const rename = staffAction('profile:manage', nameInput, (staff, by, { name }) =>
  staff.rename(by, name),
);

/** Changes the password, which ends all other sessions. */
export const changePassword = staffAction('profile:manage', passwordChangeInput, async (staff, by, input) =>
  staff.changePassword(by, input, await headers()),
);

/** Creates a secret for an authenticator app, and recovery codes. Both are returned only once. */
export const newTwoFactorSecret = staffAction('profile:manage', password, async (staff, by, input) =>
  staff.newTwoFactorSecret(by, input.password, await headers()),
);

/** Turns on two-factor sign-in, with a code from the app. */
export const turnOnTwoFactor = staffAction('profile:manage', secondFactorInput, (staff, by, { code }) =>
  staff.turnOnTwoFactor(by, code),
);

/** Turns off two-factor sign-in. Requires the password again. */
export const turnOffTwoFactor = staffAction(
  'profile:manage',
  z.undefined(),
  (staff, by) => staff.turnOffTwoFactor(by),
  { confirm: true },
);

/** Replaces the recovery codes, and returns them only once. */
export const newRecoveryCodes = staffAction('profile:manage', password, async (staff, by, input) =>
  staff.newRecoveryCodes(by, input.password, await headers()),
);

/** Ends a session; without an id, all other sessions. */
export const endSession = action('profile:manage', named.partial(), async ({ id }, { staff }) => {
  await runtime().staff.endSession(staff, id);
  return { ok: true as const, data: null };
});
