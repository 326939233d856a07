'use server';

import { action, named } from '@/app/server/action';
import { refusal } from '@/app/server/guard';
import { may } from '@/lib/staff/roles';

/** Deletes the file of an export, or stops writing it. People who may not write contacts can delete only their own. */
export const deleteExport = action('contacts:read', named, async ({ id }, { call, staff }) => {
  if (!may(staff.role, 'contacts:write')) {
    const found = await call('getExport', { id });
    if (!found.ok) return found;
    if (found.data.actor.id !== staff.id)
      return refusal('FORBIDDEN', 'Your role can delete only your own exports.');
  }
  return call('deleteExport', { id });
});
