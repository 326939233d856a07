'use server';

import { named, onStaff } from '@/app/server/action';
import { savedViewChange, savedViewInput } from '@/lib/contract/saved-view';
import { uuid } from '@/lib/contract/text';

// Everybody has views of their own; `lib/staff` refuses to share them, or to change shared ones, to whom may not.

export const createView = onStaff('contacts:read', savedViewInput, (staff, by, input) =>
  staff.createView(by, input),
);

export const updateView = onStaff(
  'contacts:read',
  savedViewChange.extend({ id: uuid }),
  (staff, by, { id, ...change }) => staff.updateView(by, id, change),
);

export const deleteView = onStaff('contacts:read', named, (staff, by, { id }) => staff.deleteView(by, id));
