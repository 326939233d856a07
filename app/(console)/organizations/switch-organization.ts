'use server';

import { named, staffAction } from '@/app/server/action';

/** Switches this session to another organization. */
export const switchOrganization = staffAction('profile:manage', named, (staff, by, { id }) =>
  staff.switchOrganization(by, id),
);
