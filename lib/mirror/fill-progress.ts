import { v7 as uuidv7 } from 'uuid';
import type { Contact } from '@/lib/contract/contact';
import type { Database } from '@/lib/database/database';
import { transaction } from '@/lib/database/transaction';
import type { MirrorStore, Query } from './mirror-store';
import type { Unreadable } from './mirrored-contact';

/** How long an instance that says nothing more is taken to be at work. */
const LEASE_SECONDS = 30;

export interface FillRow {
  startedAt: Date | null;
  finishedAt: Date | null;
  completeAt: Date | null;
  page: number;
  pageSize: number;
  total: number | null;
  /** How many contacts a finished fill saw, where the service says that it has more; `null` of any other. */
  seen: number | null;
  error: string | null;
  /** Until when the service wants to be left alone. */
  retryAt: Date | null;
  running: boolean;
}

/** What was read of the service's list at once. */
export interface Part {
  contacts: Contact[];
  /** See `MirrorStatus`; beside those contacts that the copy cannot hold. */
  unreadable: Unreadable[];
  /** When it was asked for. */
  asked: Date;
}

/** How far the service's list has been read. */
export interface Reached {
  /** Pages up to this one are in the copy. */
  page: number;
  /** How many contacts a page has. */
  pageSize: number;
  /** The most contacts that the service has said it has, since the fill began; `null` where it does not count them. */
  total: number | null;
}

/** A claimed fill: from where on, and since when. */
export interface Claim extends Reached {
  startedAt: Date;
}

/** Another instance has taken over, because this one said nothing for too long. */
export class LostLease extends Error {
  override readonly name = 'LostLease';
}

/**
 * Frees the fills that a program before this one was at when it was killed: they can go on at once. Only for the embedded
 * database, which no other program has open.
 */
export async function freeFills(database: Database): Promise<void> {
  await database.pool.query(
    'update mirrors set lease_holder = null, lease_until = null where lease_holder is not null',
  );
}

/** How far the fill of a copy is, kept in the database: it goes on there after an interruption, in any instance. */
export class FillProgress {
  private readonly holder = uuidv7();
  /**
   * What a transaction leaves out. On a server that is to wait for the disk: what a power cut takes of a page the service
   * still has. In the embedded database it is to check foreign keys, a fifth of the work of a fill, which finds nothing:
   * what a page points at is written with it or was looked up, and on its one session nobody else can delete that meanwhile.
   */
  private readonly leftOut: string;

  constructor(
    private readonly database: Database,
    private readonly store: MirrorStore,
  ) {
    this.leftOut =
      database.engine === 'embedded'
        ? "set_config('session_replication_role', 'replica', true)"
        : "set_config('synchronous_commit', 'off', true)";
  }

  async read(): Promise<FillRow> {
    const [row] = await this.store.query<{
      started_at: Date | null;
      finished_at: Date | null;
      complete_at: Date | null;
      page: number;
      page_size: number;
      total: number | null;
      seen: number | null;
      error: string | null;
      retry_at: Date | null;
      running: boolean;
    }>(
      'mirror_fill',
      `select started_at, finished_at, complete_at, page, page_size, total, seen, error, retry_at, coalesce(lease_until > now(), false) as running
       from mirrors where organization_id = $1`,
      [this.store.organizationId],
    );
    if (!row) throw new Error('The mirror of this organization is gone.');
    return {
      startedAt: row.started_at,
      finishedAt: row.finished_at,
      completeAt: row.complete_at,
      page: row.page,
      pageSize: row.page_size,
      total: row.total,
      seen: row.seen,
      error: row.error,
      retryAt: row.retry_at,
      running: row.running,
    };
  }

  /**
   * Begins a fill, or goes on with the one that was interrupted, unless that is to begin anew. `null` while another instance
   * is at it.
   */
  async claim(now: Date, how: 'where it was' | 'anew' = 'where it was'): Promise<Claim | null> {
    const goesOn = 'finished_at is null and not $4::boolean';
    const [row] = await this.store.query<{
      started_at: Date;
      page: number;
      page_size: number;
      total: number | null;
    }>(
      'mirror_claim',
      `update mirrors set lease_holder = $2, lease_until = now() + interval '${LEASE_SECONDS} seconds', error = null, seen = null, retry_at = null,
         page = case when ${goesOn} then page else 0 end,
         page_size = case when ${goesOn} then page_size else 0 end, total = case when ${goesOn} then total end,
         started_at = case when ${goesOn} then coalesce(started_at, $3) else $3 end, finished_at = null
       where organization_id = $1 and (lease_until is null or lease_until <= now() or lease_holder = $2)
       returning started_at, page, page_size, total`,
      [this.store.organizationId, this.holder, now, how === 'anew'],
    );
    if (!row) return null;
    return { startedAt: row.started_at, page: row.page, pageSize: row.page_size, total: row.total };
  }

  /**
   * Records a part of the list and how far the fill is by that, both or neither.
   *
   * @throws LostLease when it is no longer this instance's.
   */
  async advance({ contacts, unreadable, asked }: Part, { page, pageSize, total }: Reached): Promise<void> {
    await transaction(this.database, async (client) => {
      const { rowCount } = await client.query({
        name: 'mirror_advance',
        text: `update mirrors set page = $3, page_size = $4, total = $5, lease_until = now() + interval '${LEASE_SECONDS} seconds'
          where organization_id = $1 and lease_holder = $2
          returning ${this.leftOut}`,
        values: [this.store.organizationId, this.holder, page, pageSize, total],
      });
      if (rowCount === 0) throw new LostLease();
      const query: Query = async (name, text, values) => (await client.query({ name, text, values })).rows;
      const leftOut = await this.store.saw(contacts, asked, query);
      await this.store.sawUnreadable([...unreadable, ...leftOut], asked, query);
    });
  }

  /**
   * The fill is at the end of the list; what it saw fewer contacts for than the service says it has, and why that is not
   * all of the list, `null` where it is. What it could not read is then all that is known of
   * that: who sees the one sees the other.
   */
  async finish(lack: { seen: number; why: string | null } | null): Promise<void> {
    await this.store.query(
      'mirror_finish',
      `with finished as (
         update mirrors set lease_holder = null, lease_until = null, finished_at = now(),
           complete_at = case when $4::text is null then started_at else complete_at end, seen = $3::integer, error = $4
         where organization_id = $1 and lease_holder = $2 returning organization_id, started_at)
       delete from mirror_unreadable u using finished f
       where u.organization_id = f.organization_id and u.seen_at < f.started_at`,
      [this.store.organizationId, this.holder, lack?.seen ?? null, lack?.why ?? null],
    );
  }

  /**
   * It stops here and goes on later; with a sentence that says why, or none when the program ends.
   *
   * @param retryAt Until when the service wants to be left alone.
   */
  async interrupt(error: string | null, retryAt: Date | null = null): Promise<void> {
    await this.store.query(
      'mirror_interrupt',
      `update mirrors set lease_holder = null, lease_until = null, error = $3, retry_at = $4
       where organization_id = $1 and lease_holder = $2`,
      [this.store.organizationId, this.holder, error, retryAt],
    );
  }

  /** How many contacts of the list the fill has seen by now, those included that the copy cannot hold. */
  async seenSince(startedAt: Date): Promise<number> {
    const [row] = await this.store.query<{ count: string }>(
      'mirror_seen_since',
      `select (select count(*) from mirror_contacts where organization_id = $1 and seen_at >= $2)
         + (select count(*) from mirror_unreadable u where u.organization_id = $1 and u.seen_at >= $2
           and not exists (select from mirror_contacts m
             where m.organization_id = $1 and m.contact_id::text = u.place and m.seen_at >= $2)) as count`,
      [this.store.organizationId, startedAt],
    );
    return Number(row?.count);
  }

  /** Some contact that the fill has seen; `null` when there is none. */
  async someSeen(startedAt: Date): Promise<string | null> {
    const [row] = await this.store.query<{ id: string }>(
      'mirror_some_seen',
      `select m.contact_id as id from mirror_contacts m
       join contacts c on c.organization_id = m.organization_id and c.id = m.contact_id and c.deleted_at is null
       where m.organization_id = $1 and m.seen_at >= $2 and m.vanished_at is null order by m.seen_at desc limit 1`,
      [this.store.organizationId, startedAt],
    );
    return row?.id ?? null;
  }

  /** Ids, after `after`, that the fill has not seen and that are not known to have vanished. */
  async unseen(startedAt: Date, after: string, limit: number): Promise<string[]> {
    const rows = await this.store.query<{ id: string }>(
      'mirror_unseen',
      `select m.contact_id as id from mirror_contacts m
       join contacts c on c.organization_id = m.organization_id and c.id = m.contact_id and c.deleted_at is null
       where m.organization_id = $1 and m.contact_id > $3 and m.seen_at < $2 and m.vanished_at is null
         and not exists (select from mirror_unreadable u
           where u.organization_id = $1 and u.place = m.contact_id::text and u.seen_at >= $2)
       order by m.contact_id limit $4`,
      [this.store.organizationId, startedAt, after, limit],
    );
    return rows.map(({ id }) => id);
  }
}
