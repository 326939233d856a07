'use server';

import { onStaff } from '@/app/server/action';
import { logoInput, nameInput } from '@/lib/staff/account';

export const renameOrganization = onStaff('staff:manage', nameInput, (staff, by, { name }) =>
  staff.renameOrganization(by, name),
);

export const setLogo = onStaff('staff:manage', logoInput, (staff, by, { png }) =>
  staff.setLogo(by, png === null ? null : Buffer.from(png, 'base64')),
);
