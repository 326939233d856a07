'use server';

import { named, staffAction } from '@/app/server/action';
import { savedViewChange, savedViewInput } from '@/lib/contract/saved-view';
import { uuid } from '@/lib/contract/text';

// Everybody may have their own views. `lib/staff` checks the permission to share views and to change shared ones.

export const createView = staffAction('contacts:read', savedViewInput, (staff, by, input) =>
  staff.createView(by, input),
);

export const updateView = staffAction(
  'contacts:read',
  savedViewChange.extend({ id: uuid }),
  (staff, by, { id, ...change }) => staff.updateView(by, id, change),
);

export const deleteView = staffAction('contacts:read', named, (staff, by, { id }) =>
  staff.deleteView(by, id),
);
