'use server';

import * as z from 'zod';
import { action, resultOf } from '@/app/action';
import { savedViewChange, savedViewInput } from '@/lib/contract/saved-view';
import { uuid } from '@/lib/contract/text';
import { runtime } from '@/lib/runtime';

// Everybody has views of their own; `lib/staff` refuses to share them, or to change shared ones, to whom may not.

export const createView = action('contacts:read', savedViewInput, async (input, { staff }) =>
  resultOf(await runtime().staff.createView(staff, input)),
);

export const updateView = action(
  'contacts:read',
  savedViewChange.extend({ id: uuid }),
  async ({ id, ...change }, { staff }) => resultOf(await runtime().staff.updateView(staff, id, change)),
);

export const deleteView = action('contacts:read', z.strictObject({ id: uuid }), async ({ id }, { staff }) =>
  resultOf(await runtime().staff.deleteView(staff, id)),
);
