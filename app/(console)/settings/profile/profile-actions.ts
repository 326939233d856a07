'use server';

import { headers } from 'next/headers';
import * as z from 'zod';
import { action, resultOf } from '@/app/action';
import { uuid } from '@/lib/contract/text';
import { runtime } from '@/lib/runtime';
import { nameInput, passwordChangeInput, secondFactorInput } from '@/lib/staff/account';

const password = z.strictObject({ password: z.string().max(200) });

export const rename = action('profile:manage', nameInput, async ({ name }, { staff }) =>
  resultOf(await runtime().staff.rename(staff, name)),
);

/** Changes the password, which ends all other sessions. */
export const changePassword = action('profile:manage', passwordChangeInput, async (input, { staff }) =>
  resultOf(await runtime().staff.changePassword(staff, input, await headers())),
);

/** A secret for an authenticator app, and recovery codes; returned only once. */
export const newTwoFactorSecret = action('profile:manage', password, async (input, { staff }) =>
  resultOf(await runtime().staff.newTwoFactorSecret(staff, input.password, await headers())),
);

/** Turns two-factor sign-in on, with a code of the app. */
export const turnOnTwoFactor = action('profile:manage', secondFactorInput, async ({ code }, { staff }) =>
  resultOf(await runtime().staff.turnOnTwoFactor(staff, code)),
);

export const turnOffTwoFactor = action(
  'profile:manage',
  z.undefined(),
  async (_, { staff }) => resultOf(await runtime().staff.turnOffTwoFactor(staff)),
  { confirm: true },
);

/** Replaces the recovery codes; returned only once. */
export const newRecoveryCodes = action('profile:manage', password, async (input, { staff }) =>
  resultOf(await runtime().staff.newRecoveryCodes(staff, input.password, await headers())),
);

/** Ends a session; without an id, all others. */
export const endSession = action(
  'profile:manage',
  z.strictObject({ id: uuid.optional() }),
  async ({ id }, { staff }) => {
    await runtime().staff.endSession(staff, id);
    return { ok: true as const, data: null };
  },
);
