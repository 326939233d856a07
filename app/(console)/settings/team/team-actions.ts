'use server';

import * as z from 'zod';
import { action, resultOf } from '@/app/action';
import { uuid } from '@/lib/contract/text';
import { runtime } from '@/lib/runtime';
import { invitationInput } from '@/lib/staff/account';
import { roles } from '@/lib/staff/roles';
import type { Outcome, StaffMember } from '@/lib/staff/staff';

/** An action on the team; may ask for the password again. */
const teamAction = <S extends z.ZodType, T>(
  schema: S,
  change: (by: StaffMember, input: z.output<S>) => Promise<Outcome<T>>,
) =>
  action('staff:manage', schema, async (input, { staff }) => resultOf(await change(staff, input)), {
    confirm: true,
  });

const named = z.strictObject({ id: uuid });

/** Invites somebody; returns the code of the link, only once. */
export const invite = teamAction(invitationInput, (by, input) => runtime().staff.invite(by, input));

export const newInvitationLink = teamAction(named, (by, { id }) => runtime().staff.newInvitationLink(by, id));

/** A link that sets another password. */
export const newResetLink = teamAction(named, (by, { id }) => runtime().staff.newResetLink(by, id));

export const setRole = teamAction(named.extend({ role: z.enum(roles) }), (by, { id, role }) =>
  runtime().staff.setRole(by, id, role),
);

/** Deactivates a person, or withdraws an invitation. */
export const deactivate = teamAction(named, (by, { id }) => runtime().staff.deactivate(by, id));

export const reactivate = teamAction(named, (by, { id }) => runtime().staff.reactivate(by, id));

/** For somebody who lost their phone and recovery codes. */
export const turnOffTwoFactorOf = teamAction(named, (by, { id }) =>
  runtime().staff.turnOffTwoFactorOf(by, id),
);

export const requireTwoFactor = teamAction(z.strictObject({ required: z.boolean() }), (by, { required }) =>
  runtime().staff.requireTwoFactor(by, required),
);
