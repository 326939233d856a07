'use server';

import { z } from 'zod';
import { action, resultOf } from '@/app/action';
import { uuid } from '@/lib/contract/text';
import { runtime } from '@/lib/runtime';
import { invitationInput } from '@/lib/staff/account';
import { roles } from '@/lib/staff/roles';

const named = z.strictObject({ id: uuid });
const confirm = { confirm: true };

/** Invites somebody; returns the code of the link, only once. */
export const invite = action(
  'staff:manage',
  invitationInput,
  async (input, { staff }) => resultOf(await runtime().staff.invite(staff, input)),
  confirm,
);

export const newInvitationLink = action(
  'staff:manage',
  named,
  async ({ id }, { staff }) => resultOf(await runtime().staff.newInvitationLink(staff, id)),
  confirm,
);

/** A link that sets another password. */
export const newResetLink = action(
  'staff:manage',
  named,
  async ({ id }, { staff }) => resultOf(await runtime().staff.newResetLink(staff, id)),
  confirm,
);

export const setRole = action(
  'staff:manage',
  named.extend({ role: z.enum(roles) }),
  async ({ id, role }, { staff }) => resultOf(await runtime().staff.setRole(staff, id, role)),
  confirm,
);

/** Takes somebody's access away, or an invitation back. */
export const deactivate = action(
  'staff:manage',
  named,
  async ({ id }, { staff }) => resultOf(await runtime().staff.deactivate(staff, id)),
  confirm,
);

export const reactivate = action(
  'staff:manage',
  named,
  async ({ id }, { staff }) => resultOf(await runtime().staff.reactivate(staff, id)),
  confirm,
);

/** For somebody who lost their phone and recovery codes. */
export const turnOffTwoFactorOf = action(
  'staff:manage',
  named,
  async ({ id }, { staff }) => resultOf(await runtime().staff.turnOffTwoFactorOf(staff, id)),
  confirm,
);

export const requireTwoFactor = action(
  'staff:manage',
  z.strictObject({ required: z.boolean() }),
  async ({ required }, { staff }) => resultOf(await runtime().staff.requireTwoFactor(staff, required)),
  confirm,
);
