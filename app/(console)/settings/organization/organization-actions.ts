'use server';

import { staffAction } from '@/app/server/action';
import { logoInput, nameInput } from '@/lib/staff/account';

export const renameOrganization = staffAction('staff:manage', nameInput, (staff, by, { name }) =>
  staff.renameOrganization(by, name),
);

export const setLogo = staffAction('staff:manage', logoInput, (staff, by, { png }) =>
  staff.setLogo(by, png === null ? null : Buffer.from(png, 'base64')),
);
