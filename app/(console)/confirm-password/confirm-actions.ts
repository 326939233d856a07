'use server';

import { headers } from 'next/headers';
import * as z from 'zod';
import { staffAction } from '@/app/server/action';

/** Confirms the password for the next 15 minutes. */
export const confirmPassword = staffAction(
  'profile:manage',
  z.strictObject({ password: z.string().min(1, 'Enter the password.').max(200) }),
  async (staff, by, { password }) => staff.confirm(by, password, await headers()),
);
