'use server';

import { named, onStaff } from '@/app/server/action';

/** Switches this session to another organization. */
export const switchOrganization = onStaff('profile:manage', named, (staff, by, { id }) =>
  staff.switchOrganization(by, id),
);
