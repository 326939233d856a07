'use server';

import * as z from 'zod';
import { action, resultOf } from '@/app/action';
import { uuid } from '@/lib/contract/text';
import { runtime } from '@/lib/runtime';

/** Shows another organization from now on, in this browser. */
export const switchOrganization = action(
  'profile:manage',
  z.strictObject({ id: uuid }),
  async ({ id }, { staff }) => resultOf(await runtime().staff.switchOrganization(staff, id)),
);
