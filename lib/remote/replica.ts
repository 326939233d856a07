import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { ReplicaStatus } from '@/lib/contract/connection';
import type { Contact } from '@/lib/contract/contact';
import type { Segment } from '@/lib/contract/segment';
import type { Database } from '@/lib/database/database';
import { retryOnConflict } from '@/lib/database/statement';
import { transaction } from '@/lib/database/transaction';
import {
  type RecordedBy,
  type Recording,
  recordContacts,
  recordSegments,
  SERVICE,
  trashContacts,
} from './contact-store';
import type { Service } from './kind';
import { type SyncProgress, syncJobId } from './sync-job';

interface ReplicaRow {
  organization_id: string;
  remote_organization_id: string | null;
  token_digest: string | null;
}

/** Source of a replica: a service's URL, and the token that determines the organization. */
interface Source {
  url: string;
  token: string;
}

interface SyncStatus extends Omit<ReplicaStatus, 'synchronizes' | 'reason'> {
  /** Last progress of the latest sync. */
  syncedAt: Date | null;
  /** Earliest time for the next sync, if the service asked to wait. */
  retryAt: Date | null;
}

/**
 * The replica of one of a service's organizations, stored as an organization of the local database. Opens the one last
 * used with the token, else the latest one of the URL, until the first contact reveals its organization.
 */
export class Replica {
  private constructor(
    private readonly database: Database,
    private readonly source: Source,
    private row: ReplicaRow,
  ) {}

  /** Opens the replica last used with the token, else the latest one of the URL; creates one if there is none. */
  static async open(database: Database, source: Source): Promise<Replica> {
    const { rows } = await database.pool.query<ReplicaRow>(
      `select organization_id, remote_organization_id, token_digest from replicas
       where url = $1 order by token_digest = $2 desc nulls last, organization_id desc limit 1`,
      [source.url, digestToken(source.token)],
    );
    return new Replica(database, source, rows[0] ?? (await createReplica(database, source, null)));
  }

  get organizationId(): string {
    return this.row.organization_id;
  }

  /**
   * Switches to the replica of this organization, creating it if needed. Does nothing if the token's organization is known.
   */
  async switchTo(remoteId: string): Promise<void> {
    const digest = digestToken(this.source.token);
    const { remote_organization_id: known, token_digest } = this.row;
    // A token belongs to one organization only.
    if (known !== null && token_digest === digest) return;
    const { rows } = await this.database.pool.query<ReplicaRow>(
      `update replicas set remote_organization_id = $2, token_digest = $3
       where organization_id = (select organization_id from replicas
         where url = $1 and (remote_organization_id = $2 or organization_id = $4 and remote_organization_id is null)
         order by remote_organization_id nulls last limit 1)
       returning organization_id, remote_organization_id, token_digest`,
      [this.source.url, remoteId, digest, this.organizationId],
    );
    this.row = rows[0] ?? (await createReplica(this.database, this.source, remoteId));
  }

  /** Stores contacts from a response (`recordContacts`), after switching to the organization of the first one. */
  async record(contacts: Contact[], how: Recording): Promise<void> {
    const [first] = contacts;
    if (first) await this.switchTo(first.organizationId);
    await transaction(this.database, (client) =>
      recordContacts({ database: this.database, client }, this.organizationId, contacts, how),
    );
  }

  /** Stores the list of segments; see `recordSegments` in `contact-store.ts`. */
  async recordSegments(segments: Segment[]): Promise<void> {
    await transaction(this.database, (client) => recordSegments(client, this.organizationId, segments));
  }

  /** Moves contacts that were deleted here or no longer exist at the service to the trash; returns how many. */
  async trash(ids: string[], by: RecordedBy = SERVICE, deletionId?: string): Promise<number> {
    return retryOnConflict(() =>
      trashContacts({ database: this.database }, this.organizationId, ids, by, deletionId),
    );
  }

  /** Ids of up to `most` contacts that a deletion moved to the trash. */
  async idsOfDeletion(deletionId: string, most: number): Promise<string[]> {
    const { rows } = await this.database.pool.query<{ id: string }>(
      'select id from contacts where organization_id = $1 and deletion_id = $2 and deleted_at is not null limit $3',
      [this.organizationId, deletionId, most],
    );
    return rows.map(({ id }) => id);
  }

  /** When each contact was last seen in a response. */
  async lastSeen(ids: string[]): Promise<Record<string, string>> {
    const { rows } = await this.database.pool.query<{ id: string; seen_at: Date }>(
      'select contact_id as id, seen_at from replica_contacts where organization_id = $1 and contact_id = any($2)',
      [this.organizationId, ids],
    );
    return Object.fromEntries(rows.map(({ id, seen_at }) => [id, seen_at.toISOString()]));
  }

  /** The kind detected last; `null` if the service never responded. */
  async service(): Promise<Service | null> {
    const { rows } = await this.database.pool.query<{ service: Service | null }>(
      'select service from replicas where organization_id = $1',
      [this.organizationId],
    );
    return rows[0]?.service ?? null;
  }

  /** Stores the kind of the service, for the next start. */
  async saveService(service: Service): Promise<void> {
    await this.database.pool.query('update replicas set service = $2 where organization_id = $1', [
      this.organizationId,
      JSON.stringify(service),
    ]);
  }

  /** The state of the replica and of its latest sync. */
  async status(): Promise<SyncStatus> {
    const { rows } = await this.database.pool.query<{
      contacts: string;
      complete_at: Date | null;
      problem: (NonNullable<ReplicaStatus['problem']> & { retryAt?: string }) | null;
      state: string | null;
      progress: SyncProgress;
      updated_at: Date | null;
    }>(
      `select r.complete_at, r.problem, j.state, j.progress, j.updated_at,
         (select coalesce(sum(count), 0) from contact_counts where organization_id = $1 and scope_id = $1) as contacts
       from replicas r left join jobs j on j.organization_id = $1 and j.id = $2 where r.organization_id = $1`,
      [this.organizationId, syncJobId(this.organizationId)],
    );
    const [row] = rows;
    return {
      contacts: Number(row?.contacts ?? 0),
      completeAt: row?.complete_at?.toISOString() ?? null,
      sync: row?.state
        ? {
            running: row.state === 'running',
            met: row.progress.met + row.progress.invalid,
            total: row.progress.total,
            invalid: row.progress.invalid,
            firstInvalid: row.progress.firstInvalid,
          }
        : null,
      problem: row?.problem ? { message: row.problem.message, isFinal: row.problem.isFinal } : null,
      syncedAt: row?.updated_at ?? null,
      retryAt: row?.problem?.retryAt ? new Date(row.problem.retryAt) : null,
    };
  }
}

/** Creates a replica and its organization. Instances that start at once get the same one. */
async function createReplica(
  database: Database,
  { url, token }: Source,
  remoteId: string | null,
): Promise<ReplicaRow> {
  // Two instances may start at once; the second one uses the replica of the first.
  await database.pool.query(
    `with made as (
       insert into replicas (organization_id, url, remote_organization_id, token_digest) values ($1, $2, $3, $4)
       on conflict on constraint replicas_source do update set token_digest = excluded.token_digest returning organization_id)
     insert into organizations (id, name, created_at) select organization_id, left($5, 200), now() from made
     on conflict (id) do nothing`,
    [uuidv7(), url, remoteId, digestToken(token), new URL(url).host],
  );
  const { rows } = await database.pool.query<ReplicaRow>(
    `select organization_id, remote_organization_id, token_digest from replicas
     where url = $1 and remote_organization_id is not distinct from $2`,
    [url, remoteId],
  );
  return rows[0] as ReplicaRow;
}

/** Identifies a token without storing it. */
function digestToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
