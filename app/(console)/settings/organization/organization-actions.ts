'use server';

import { action, resultOf } from '@/app/action';
import { runtime } from '@/lib/runtime';
import { logoInput, nameInput } from '@/lib/staff/account';

export const renameOrganization = action('staff:manage', nameInput, async ({ name }, { staff }) =>
  resultOf(await runtime().staff.renameOrganization(staff, name)),
);

export const setLogo = action('staff:manage', logoInput, async ({ png }, { staff }) =>
  resultOf(await runtime().staff.setLogo(staff, png === null ? null : Buffer.from(png, 'base64'))),
);
