'use server';

import { headers } from 'next/headers';
import * as z from 'zod';
import { action, resultOf } from '@/app/action';
import { runtime } from '@/lib/runtime';

/** Confirms the password for the next 15 minutes. */
export const confirmPassword = action(
  'profile:manage',
  z.strictObject({ password: z.string().min(1, 'Enter the password.').max(200) }),
  async ({ password }, { staff }) =>
    resultOf(await runtime().staff.confirm(staff, password, await headers())),
);
