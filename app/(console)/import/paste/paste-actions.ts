'use server';

import type { CountryCode } from 'libphonenumber-js/max';
import * as z from 'zod';
import { action } from '@/app/server/action';
import { phoneCountryOf } from '@/app/server/session';
import { foundAddresses } from '@/lib/import/found-addresses';
import { lookUp } from './look-up';
import { LONGEST_PASTE } from './paste-limits';

/** Finds the contacts whose email or phone is among the first 10,000 of a text. */
export const lookUpPasted = action(
  'contacts:read',
  z.string().max(LONGEST_PASTE),
  async (text, { staff, call }) => {
    const country = (phoneCountryOf(staff)?.code ?? null) as CountryCode | null;
    return lookUp(call, (await foundAddresses(text, country)).found);
  },
);
