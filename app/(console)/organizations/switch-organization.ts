'use server';

import { named, onStaff } from '@/app/server/action';

/** Shows another organization from now on, in this browser. */
export const switchOrganization = onStaff('profile:manage', named, (staff, by, { id }) =>
  staff.switchOrganization(by, id),
);
