import type { PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Role } from '@/lib/contract/role';
import { type InvitationInput, invitationInput, type Person } from '../account';
import { forgetTwoFactor, hasOtherAdmin, lockPeople, NO_ADMIN, nameFromEmail } from '../accounts';
import type { Colleague, MadeLink, Outcome, StaffMember, Team } from '../staff';
import type { StaffContext } from '../staff-context';
import { DONE, firstProblem, inTransaction, type Query, type Refusal, refuse } from '../transaction';
import type { deliver } from './deliver';
import type { links } from './links';
import { type Fields, type PersonAction, record, recordChange } from './record';

/** A person, as seen by an admin of one of their organizations. */
interface Member extends Person {
  role: Role;
  state: Colleague['state'];
}

const MEMBER = `u.id, u.email, m.role,
  case when m.deactivated_at is not null then 'deactivated' when m.joined_at is null then 'invited' else 'active' end as state,
  case when m.joined_at is null then u.email else u.name end as name`;

/** Records a change of the person. */
type Note = (action: PersonAction, after?: Fields, before?: Fields) => Promise<void>;

/** Returns functions that manage the people of the current organization of `by`. Callers check permissions. */
export function team(
  { pool, log }: StaffContext,
  link: ReturnType<typeof links>,
  delivered: ReturnType<typeof deliver>,
) {
  /**
   * Changes a person in the organization of `by`, in a transaction with a lock on its people; refuses unknown people. `work`
   * records the change by `note`.
   */
  const changePerson = <T>(
    by: StaffMember,
    id: string,
    work: (person: Member, client: PoolClient, note: Note) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> =>
    inTransaction({ pool }, async (client) => {
      const organizationId = by.organization.id;
      await lockPeople(client, organizationId);
      const { rows } = await client.query<Member>(
        `select ${MEMBER}
         from staff_membership m join staff_user u on u.id = m.user_id
         where m.organization_id = $1 and m.user_id = $2`,
        [organizationId, id],
      );
      const [person] = rows;
      if (!person) return refuse('', 'This person is not on the team.');
      return work(person, client, async (action, after, before) => {
        await record(client, [organizationId], { action, person, by, before, after });
        log.info({ staff: id, by: by.id, action }, 'Changed a person.');
      });
    });

  /** Refuses a change that would leave the organization without an active admin; else `null`. */
  async function refuseLastAdmin(client: Query, by: StaffMember, person: Member): Promise<Refusal | null> {
    if (person.role !== 'admin' || person.state !== 'active') return null;
    return (await hasOtherAdmin(client, by.organization.id, person.id)) ? null : refuse('', NO_ADMIN);
  }

  /** Refuses if the person's account also belongs to an organization that `by` does not administer; else `null`. */
  async function refuseOutsider(client: Query, by: StaffMember, person: Member): Promise<Refusal | null> {
    const { rows } = await client.query(
      `select from staff_membership m where m.user_id = $1 and m.organization_id <> $2
         and m.joined_at is not null
         and not exists (select from staff_membership a where a.organization_id = m.organization_id and a.user_id = $3
           and a.role = 'admin' and a.joined_at is not null and a.deactivated_at is null) limit 1`,
      [person.id, by.organization.id, by.id],
    );
    return rows.length > 0
      ? refuse('', `${person.name} also belongs to an organization that you do not administer.`)
      : null;
  }

  /** Creates the code of an invitation, which replaces its earlier one. */
  async function makeInvitationLink(
    client: Query,
    by: StaffMember,
    { id, email }: { id: string; email: string },
  ) {
    const made = await link.make(client, 'invite', by.organization.id, id);
    return { ok: true as const, data: { ...made, email } };
  }

  /** Updates a membership. `change`: columns in SQL, whose values begin with `$3`. */
  const updateMembership = (
    client: Query,
    by: StaffMember,
    id: string,
    change: string,
    ...values: unknown[]
  ) =>
    client.query(`update staff_membership set ${change} where organization_id = $1 and user_id = $2`, [
      by.organization.id,
      id,
      ...values,
    ]);

  return {
    /** Lists the people of the organization by name, invited ones included, deactivated ones last. */
    async team(by: StaffMember): Promise<Team> {
      const { rows } = await pool.query<Omit<Colleague, 'lastSeenAt'> & { lastSeenAt: Date | null }>(
        `select ${MEMBER}, m.joined_at is not null and u.two_factor_enabled as "hasTwoFactor",
           (select max(s.updated_at) from staff_session s
            where s.user_id = u.id and s.organization_id = m.organization_id) as "lastSeenAt"
         from staff_membership m join staff_user u on u.id = m.user_id
         where m.organization_id = $1 order by m.deactivated_at is not null, lower(u.name), u.email`,
        [by.organization.id],
      );
      const people = rows.map((row) => ({ ...row, lastSeenAt: row.lastSeenAt?.toISOString() ?? null }));
      return { people, twoFactorRequired: by.twoFactorRequired };
    },

    /** Invites a person, records that and emails the link; refuses one who is on the list, even deactivated. */
    async invite(by: StaffMember, input: InvitationInput): Promise<Outcome<MadeLink>> {
      const parsed = invitationInput.safeParse(input);
      if (!parsed.success) return firstProblem(parsed.error);
      const { email, role } = parsed.data;
      const made = await inTransaction({ pool }, async (client) => {
        await lockPeople(client, by.organization.id);
        await client.query(
          `insert into staff_user (id, name, email, email_verified) values ($1, $2, $3, true)
           on conflict (email) do nothing`,
          [uuidv7(), nameFromEmail(email), email],
        );
        const { rows } = await client.query<{ id: string }>(
          `insert into staff_membership (organization_id, user_id, role)
           select $1, id, $3 from staff_user where email = $2 on conflict do nothing returning user_id as id`,
          [by.organization.id, email, role],
        );
        const [person] = rows;
        if (!person) return refuse('email', 'This person is already on the list.');
        await record(client, [by.organization.id], {
          action: 'person.invited',
          person: { ...person, name: email, email },
          by,
          after: { role },
        });
        return makeInvitationLink(client, by, { ...person, email });
      });
      return delivered(by, made, 'join');
    },

    /** Replaces the link of an open invitation, and emails it; refuses people who are not invited. */
    async newInvitationLink(by: StaffMember, id: string) {
      const made = await changePerson(by, id, async (person, client, note) => {
        if (person.state !== 'invited') return refuse('', 'There is no open invitation.');
        await note('person.invited', { role: person.role });
        return makeInvitationLink(client, by, person);
      });
      return delivered(by, made, 'join');
    },

    /** Changes a person's role, and records that; refuses to leave no admin. */
    setRole: (by: StaffMember, id: string, role: Role) =>
      changePerson(by, id, async (person, client, note) => {
        if (person.role === role) return DONE;
        const refusal = role === 'admin' ? null : await refuseLastAdmin(client, by, person);
        if (refusal) return refusal;
        await updateMembership(client, by, id, 'role = $3', role);
        await note('person.updated', { role }, { role: person.role });
        return DONE;
      }),

    /** Removes access to the organization and ends sessions in it, or revokes an invitation; refuses to leave no admin. */
    deactivate: (by: StaffMember, id: string) =>
      changePerson(by, id, async (person, client, note) => {
        if (person.state === 'deactivated') return DONE;
        const refusal = await refuseLastAdmin(client, by, person);
        if (refusal) return refusal;
        await updateMembership(client, by, id, 'deactivated_at = now()');
        // Old sessions must not work again after reactivation.
        await client.query(
          'delete from staff_session where (organization_id = $1 or organization_id is null) and user_id = $2',
          [by.organization.id, id],
        );
        await link.end(client, 'invite', by.organization.id, id);
        await note('person.deactivated');
        return DONE;
      }),

    /** Gives a deactivated person access again, with the former role; one who had not joined needs a new invitation link. */
    reactivate: (by: StaffMember, id: string) =>
      changePerson(by, id, async (person, client, note) => {
        if (person.state !== 'deactivated') return DONE;
        await updateMembership(client, by, id, 'deactivated_at = null');
        await note('person.reactivated');
        return DONE;
      }),

    /**
     * Creates a reset link, which replaces an earlier one, and emails it; refuses inactive people, and as `turnOffTwoFactorOf`
     * does.
     */
    async newResetLink(by: StaffMember, id: string) {
      const made = await changePerson(by, id, async (person, client, note) => {
        if (person.state !== 'active') return refuse('', 'Only active people can reset their password.');
        const refusal = await refuseOutsider(client, by, person);
        if (refusal) return refusal;
        const made = await link.make(client, 'reset', id);
        await note('person.updated', { password: 'reset link' });
        return { ok: true as const, data: { ...made, email: person.email } };
      });
      return delivered(by, made, 'reset-password');
    },

    /**
     * Turns off two-factor sign-in for a person who has lost app and recovery codes; refuses one of an organization not
     * administered by `by`.
     */
    turnOffTwoFactorOf: (by: StaffMember, id: string) =>
      changePerson(by, id, async (person, client, note) => {
        const refusal = await refuseOutsider(client, by, person);
        if (refusal) return refusal;
        if (await forgetTwoFactor(client, id)) await note('person.updated', { twoFactor: false });
        return DONE;
      }),

    /** Sets whether the organization requires two-factor sign-in; refuses to require what `by` has not set up. */
    async requireTwoFactor(by: StaffMember, required: boolean): Promise<Outcome<null>> {
      if (required && !by.hasTwoFactor && !by.identityProvider)
        return refuse('', 'Set up two-factor sign-in in your own profile first.');
      return inTransaction({ pool }, async (client) => {
        const { id } = by.organization;
        const { rowCount } = await client.query(
          'update organizations set two_factor_required = $2 where id = $1 and two_factor_required <> $2',
          [id, required],
        );
        if (rowCount)
          await recordChange(client, [id], {
            action: 'organization.updated',
            subjectId: id,
            by,
            before: { twoFactorRequired: !required },
            after: { twoFactorRequired: required },
          });
        return DONE;
      });
    },
  };
}
