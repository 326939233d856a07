'use server';

import * as z from 'zod';
import { named, staffAction } from '@/app/server/action';
import { roles } from '@/lib/contract/role';
import { invitationInput } from '@/lib/staff/account';
import type { Staff } from '@/lib/staff/create-staff';
import type { Outcome, StaffMember } from '@/lib/staff/staff';

/**
 * Creates an action on the team, for those who may manage it, which requires the password again unless it was given in the
 * last 15 minutes.
 */
const teamAction = <S extends z.ZodType, T>(
  schema: S,
  change: (staff: Staff, by: StaffMember, input: z.output<S>) => Promise<Outcome<T>>,
) => staffAction('staff:manage', schema, change, { confirm: true });

/** Invites a person. Returns the code of the link, only once. */
export const invite = teamAction(invitationInput, (staff, by, input) => staff.invite(by, input));

export const newInvitationLink = teamAction(named, (staff, by, { id }) => staff.newInvitationLink(by, id));

/** Creates a link to set a new password. */
export const newResetLink = teamAction(named, (staff, by, { id }) => staff.newResetLink(by, id));

export const setRole = teamAction(named.extend({ role: z.enum(roles) }), (staff, by, { id, role }) =>
  staff.setRole(by, id, role),
);

/** Deactivates a person, or withdraws an invitation. */
export const deactivate = teamAction(named, (staff, by, { id }) => staff.deactivate(by, id));

export const reactivate = teamAction(named, (staff, by, { id }) => staff.reactivate(by, id));

/** Helps a person who lost their phone and recovery codes. */
export const turnOffTwoFactorOf = teamAction(named, (staff, by, { id }) => staff.turnOffTwoFactorOf(by, id));

export const requireTwoFactor = teamAction(
  z.strictObject({ required: z.boolean() }),
  (staff, by, { required }) => staff.requireTwoFactor(by, required),
);
