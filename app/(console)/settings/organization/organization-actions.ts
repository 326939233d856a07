'use server';

import { staffAction } from '@/app/server/action';
import { logoInput, organizationInput } from '@/lib/staff/account';

export const updateOrganization = staffAction('staff:manage', organizationInput, (staff, by, values) =>
  staff.updateOrganization(by, values),
);

export const setLogo = staffAction('staff:manage', logoInput, (staff, by, { png }) =>
  staff.setLogo(by, png === null ? null : Buffer.from(png, 'base64')),
);
