import type { QueryResultRow } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { onOneLine } from '@/lib/client/plain-text';
import type { Actor } from '@/lib/contract/actor';
import type { MirrorStatus, Sighting } from '@/lib/contract/connection';
import type { Contact } from '@/lib/contract/contact';
import type { Segment } from '@/lib/contract/segment';
import type { Database } from '@/lib/database/database';
import { mirroredContacts, twin, type Unreadable } from './mirrored-contact';

/** Who is recorded to have made a change. */
export interface Author extends Actor {
  requestId: string | null;
}

/** Runs one named statement of the copy. */
export type Query = <Row extends QueryResultRow>(
  name: string,
  text: string,
  values: unknown[],
) => Promise<Row[]>;

/** serialization failure, deadlock, unique, foreign key violation: somebody else was quicker; the next try sees it. */
const RACES = new Set(['40001', '40P01', '23505', '23503']);
const MOST_TRIES = 10;

/** The copy of a remote service's contacts: what was answered goes in here, and the local API reads it. */
export class MirrorStore {
  constructor(
    private readonly database: Database,
    readonly organizationId: string,
  ) {}

  /**
   * Records contacts as an answer had them. Returns those that the copy cannot hold, and those seen by this fill that had
   * to give way to them.
   *
   * @param asked When the answer was asked for: what was recorded since is newer.
   */
  async saw(contacts: Contact[], asked: Date, query: Query = this.query): Promise<Unreadable[]> {
    return this.record(query, contacts, asked, null, false);
  }

  /** Records a single contact, and whether the copy can hold it. */
  async sawOne(contact: Contact, asked: Date): Promise<void> {
    await this.nowUnreadable(contact, await this.saw([contact], asked), asked);
  }

  /** Records a contact as the answer to a change had it, and the change in the activity. */
  async changed(contact: Contact, asked: Date, author: Author, created: boolean): Promise<void> {
    const leftOut = await this.record(this.query, [contact], asked, author, created);
    await this.nowUnreadable(contact, leftOut, asked);
  }

  private async nowUnreadable({ id }: Contact, leftOut: Unreadable[], asked: Date): Promise<void> {
    await this.query(
      'mirror_readable',
      'delete from mirror_unreadable where organization_id = $1 and place = $2',
      [this.organizationId, id],
    );
    await this.sawUnreadable(leftOut, asked, this.query);
  }

  private async record(
    query: Query,
    contacts: Contact[],
    asked: Date,
    author: Author | null,
    created: boolean,
  ): Promise<Unreadable[]> {
    const { held, leftOut } = mirroredContacts(contacts);
    if (held.length === 0) return leftOut;
    const gaveWay = await query<{ gave_way: string; field: 'email' | 'phone'; owner: string }>(
      'mirror_contacts',
      'select * from mirror_contacts($1, $2, $3, $4, $5, $6, $7, $8)',
      [
        this.organizationId,
        author?.kind ?? null,
        author?.id ?? null,
        author?.name ?? null,
        author?.requestId ?? null,
        asked,
        JSON.stringify(held),
        created,
      ],
    );
    return [...leftOut, ...gaveWay.map(({ gave_way, field, owner }) => twin(gave_way, field, owner))];
  }

  /** Takes contacts out of the copy that the service no longer has, and records who deleted them. Returns how many. */
  async deleted(ids: string[], author: Author): Promise<number> {
    const [row] = await this.query<{ count: number }>(
      'mirror_delete',
      'select trash_contacts($1, $2, $3, $4, $5, $6, $7)::int as count',
      [this.organizationId, author.kind, author.id, author.name, author.requestId, uuidv7(), ids],
    );
    return row?.count ?? 0;
  }

  /** Marks contacts that the service said at `asked` it does not have; they stay in the copy. */
  async vanished(ids: string[], asked: Date): Promise<void> {
    await this.query(
      'mirror_vanish',
      `update mirror_contacts set vanished_at = $3
       where organization_id = $1 and contact_id = any($2) and vanished_at is null and seen_at <= $3`,
      [this.organizationId, ids, asked],
    );
  }

  /** Records the list of all segments. */
  async sawSegments(segments: Segment[], asked: Date): Promise<void> {
    const given = segments.map(({ id, title, color }) => ({
      id,
      title: title.toWellFormed().replace(/\p{Cc}/gu, ' '),
      color,
    }));
    await this.query('mirror_segments', 'select mirror_segments($1, $2, $3)', [
      this.organizationId,
      asked,
      JSON.stringify(given),
    ]);
  }

  async segmentIds(): Promise<string[]> {
    const rows = await this.query<{ id: string }>(
      'mirror_segment_ids',
      'select id from segments where organization_id = $1',
      [this.organizationId],
    );
    return rows.map(({ id }) => id);
  }

  async sightings(ids: string[]): Promise<Record<string, Sighting>> {
    const rows = await this.query<{ id: string; seen_at: Date; vanished_at: Date | null }>(
      'mirror_sightings',
      `select contact_id as id, seen_at, vanished_at
       from mirror_contacts where organization_id = $1 and contact_id = any($2)`,
      [this.organizationId, ids],
    );
    return Object.fromEntries(
      rows.map(({ id, seen_at, vanished_at }) => [
        id,
        { seenAt: seen_at.toISOString(), vanishedAt: vanished_at?.toISOString() ?? null },
      ]),
    );
  }

  /** How many contacts the copy has, and how many of those have vanished. */
  async counts(): Promise<Pick<MirrorStatus, 'contacts' | 'vanished'>> {
    const [row] = await this.query<{ contacts: string; vanished: string }>(
      'mirror_counts',
      `select (select coalesce(sum(count), 0) from contact_counts where organization_id = $1 and counted_id = $1) as contacts,
        (select count(*) from mirror_contacts m join contacts c on c.organization_id = m.organization_id and c.id = m.contact_id
         where m.organization_id = $1 and m.vanished_at is not null and c.deleted_at is null) as vanished`,
      [this.organizationId],
    );
    return { contacts: Number(row?.contacts), vanished: Number(row?.vanished) };
  }

  /** Records what is in the service's list and not in the copy. */
  async sawUnreadable(unreadable: Unreadable[], asked: Date, query: Query): Promise<void> {
    if (unreadable.length === 0) return;
    await query(
      'mirror_unreadable',
      `insert into mirror_unreadable (organization_id, place, problem, seen_at)
       select distinct on (place) $1::uuid, place, problem, $4 from unnest($2::text[], $3::text[]) as u (place, problem)
       on conflict (organization_id, place) do update set problem = excluded.problem, seen_at = excluded.seen_at`,
      [
        this.organizationId,
        unreadable.map(({ place }) => place),
        unreadable.map(({ problem }) => onOneLine(problem)),
        asked,
      ],
    );
  }

  /** What of the service's list could not be read, as its last fill found it. */
  async unreadable(): Promise<MirrorStatus['unreadable']> {
    const rows = await this.query<Unreadable & { count: string }>(
      'mirror_list_unreadable',
      `select count(*) over () as count, place, problem from mirror_unreadable
       where organization_id = $1 order by place limit 10`,
      [this.organizationId],
    );
    return {
      count: Number(rows[0]?.count ?? 0),
      first: rows.map(({ place, problem }) => ({ place, problem })),
    };
  }

  /** Some contact that the service has had; `null` in an empty copy. */
  async someId(): Promise<string | null> {
    const [row] = await this.query<{ id: string }>(
      'mirror_some',
      `select c.id from contacts c join mirror_contacts m on m.organization_id = c.organization_id and m.contact_id = c.id
       where c.organization_id = $1 and c.deleted_at is null and m.vanished_at is null order by c.updated_at desc limit 1`,
      [this.organizationId],
    );
    return row?.id ?? null;
  }

  /**
   * Tells the planner what is in the tables. Without, it takes indexes that were made while they were empty for empty
   * still, and reads a hundred times too much of a copy that grew since. The embedded database never does so by itself.
   */
  async gatherStatistics(): Promise<void> {
    await this.database.pool.query('analyze contacts, contact_segments, segments, mirror_contacts');
  }

  /** What the service could do when it last told; `null` when it never did. */
  async abilities(): Promise<string[] | null> {
    const [row] = await this.query<{ operations: string[] | null }>(
      'mirror_abilities',
      'select operations from mirrors where organization_id = $1',
      [this.organizationId],
    );
    return row?.operations ?? null;
  }

  async saveAbilities(operations: string[]): Promise<void> {
    await this.query(
      'mirror_save_abilities',
      'update mirrors set operations = $2 where organization_id = $1',
      [this.organizationId, operations],
    );
  }

  /** Runs one statement, again where it lost a race. */
  readonly query: Query = async (name, text, values) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return (await this.database.pool.query({ name, text, values })).rows;
      } catch (cause) {
        const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
        if (!RACES.has(code) || attempt === MOST_TRIES) throw cause;
        await new Promise((resolve) => setTimeout(resolve, Math.random() * attempt * 5));
      }
    }
  };
}
