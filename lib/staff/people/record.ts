import type { PoolClient } from 'pg';
import { type NamedPerson, personName } from '../account';
import type { Query } from '../room';

export type PersonAction =
  | 'person.invited'
  | 'person.joined'
  | 'person.updated'
  | 'person.deactivated'
  | 'person.reactivated'
  | 'person.signed-in'
  | 'person.sign-in-failed';

/** Who changes people: somebody signed in, or a command. */
export type Author = (NamedPerson & { id: string }) | { command: string };

/** What happened to a person. `before` and `after` hold what changed; the name and email say whom it concerns. */
export interface PersonRecord {
  action: PersonAction;
  person: NamedPerson & { id: string };
  by: Author;
  before?: Record<string, unknown> | undefined;
  after?: Record<string, unknown> | undefined;
}

/** Records it in these organizations, in the transaction that does it. */
export async function record(
  client: Pick<PoolClient, 'query'>,
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

/** Records a change of somebody or of settings in these organizations, in the transaction that does it. */
export async function recordChange(
  client: Pick<PoolClient, 'query'>,
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

/** Records what a person changed of themselves in each organization that they belong to. */
export async function recordEverywhere(
  client: Pick<PoolClient, 'query'>,
  person: NamedPerson & { id: string },
  after: Record<string, unknown>,
  before?: Record<string, unknown>,
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
 * Records that a sign-in as this person was refused, in each organization that they have joined; nothing of strangers.
 * Limits of tries bound how often.
 */
export async function recordFailedSignIn(
  client: Query,
  by: 'id' | 'email',
  value: string,
  reason: string,
): Promise<void> {
  const { rows } = await client.query<NamedPerson & { id: string; organization: string; isOut: boolean }>(
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
