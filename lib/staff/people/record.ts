import { type Person, personName } from '../account';
import type { Query } from '../transaction';

export type PersonAction =
  | 'person.invited'
  | 'person.joined'
  | 'person.updated'
  | 'person.deactivated'
  | 'person.reactivated'
  | 'person.signed-in'
  | 'person.sign-in-failed';

/** Who made a change: a signed-in person or a command. */
export type Author = Person | { command: string };

export type Fields = Record<string, unknown>;

/** An event about a person. `before` and `after` contain only changed values. */
interface PersonRecord {
  action: PersonAction;
  person: Person;
  by: Author;
  before?: Fields | undefined;
  after?: Fields | undefined;
}

/** Records an event in these organizations, with the person's name and email. Call it in the transaction of the change. */
export async function record(
  client: Query,
  organizationIds: string[],
  { person, before, after, ...change }: PersonRecord,
): Promise<void> {
  const whom = { name: person.name, email: person.email };
  await recordChange(client, organizationIds, {
    ...change,
    subjectId: person.id,
    before: before && { ...whom, ...before },
    after: { ...whom, ...after },
  });
}

interface Change extends Pick<PersonRecord, 'by' | 'before' | 'after'> {
  action: PersonAction | 'organization.updated';
  subjectId: string;
}

/** Records a change of a person or of settings in these organizations. Call it in the transaction of the change. */
export async function recordChange(
  client: Query,
  organizationIds: string[],
  { action, subjectId, by, before, after }: Change,
): Promise<void> {
  await client.query(
    `insert into activities (organization_id, id, at, action, actor_kind, actor_id, actor_name, subject_id, before, after)
     select organization_id, uuid_of(clock_timestamp()), date_trunc('milliseconds', clock_timestamp()),
       $2, $3, $4, $5, $6, $7, $8 from unnest($1::uuid[]) as organization_id`,
    [
      organizationIds,
      action,
      ...('command' in by ? ['system', null, by.command] : ['staff', by.id, personName(by)]),
      subjectId,
      before,
      after,
    ],
  );
}

/** Records a change that a person made to their own profile, in each organization where they are active. */
export async function recordEverywhere(
  client: Query,
  person: Person,
  after: Fields,
  before?: Fields,
): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select organization_id as id from staff_membership
     where user_id = $1 and joined_at is not null and deactivated_at is null`,
    [person.id],
  );
  const organizations = rows.map(({ id }) => id);
  await record(client, organizations, { action: 'person.updated', person, by: person, before, after });
}

/**
 * Records a refused sign-in in each organization that the person has joined; ignores unknown people. Sign-in limits bound
 * the number of records.
 */
export async function recordFailedSignIn(
  client: Query,
  by: 'id' | 'email',
  value: string,
  reason: string,
): Promise<void> {
  const { rows } = await client.query<Person & { organization: string; isOut: boolean }>(
    `select u.id, u.name, u.email, m.organization_id as organization, m.deactivated_at is not null as "isOut"
     from staff_user u join staff_membership m on m.user_id = u.id and m.joined_at is not null
     where u.${by}::text = $1`,
    [value],
  );
  for (const { organization, isOut, ...person } of rows)
    await record(client, [organization], {
      action: 'person.sign-in-failed',
      person,
      by: { command: 'Roster' },
      after: { reason: isOut ? 'Deactivated' : reason },
    });
}
