import type { PoolClient } from 'pg';
import { isMissing } from '@/lib/client/api-error';
import type { ApiError, CallInput, Client, Result, Success } from '@/lib/client/client';
import { conflictMessage } from '@/lib/contract/conflict';
import { type Contact, type ContactUpsert, contactFields } from '@/lib/contract/contact';
import type { OperationName } from '@/lib/contract/operations';
import type { RestoreResult } from '@/lib/contract/trash';
import type { Database } from '@/lib/database/database';
import { transaction } from '@/lib/database/transaction';
import type { Author } from './contact-store';
import type { Health } from './health';
import type { Service } from './kind';
import type { Replica } from './replica';
import { refusalOf } from './reply';

/** Calls under way at once for one request or piece of work: a service that is not ours is not to be flooded. */
const SIDE_BY_SIDE = 4;

export type Restored = RestoreResult & { failed: { id: string; error: ApiError }[] };

interface RemoteParts {
  /** A client of the service. */
  client(): Client;
  health: Health;
  replica: Replica;
  database: Database;
  service(): Service;
  log: { error(fields: object, message: string): void };
}

/** Calls of the service, each of whose answers is recorded in the replica. */
export class Remote {
  constructor(private readonly parts: RemoteParts) {}

  /** Whether a single contact can be asked for. */
  get canGet(): boolean {
    const service = this.parts.service();
    return service.kind === 'list' && service.canGet === true;
  }

  /** Calls the service. A change is not given up when whoever asked goes away. */
  async call<N extends OperationName>(name: N, input: CallInput<N>): Promise<Result<N>> {
    const result = await this.parts.client().call(name, input);
    this.parts.health.note(result);
    return result;
  }

  /** Calls an operation of another Roster that takes or returns a file, and passes its answer on as it arrives. */
  async stream<N extends OperationName>(name: N, input: CallInput<N>): Promise<Response> {
    const result = await this.parts.client().download(name, input);
    if (!result.ok) return refusalOf(result.error);
    const headers = new Headers();
    for (const kept of ['Content-Type', 'Content-Disposition', 'X-Request-Id']) {
      const value = result.response.headers.get(kept);
      if (value) headers.set(kept, value);
    }
    return new Response(result.response.body, { status: result.response.status, headers });
  }

  /** Asks the service for a contact. */
  async get(id: string, signal?: AbortSignal): Promise<Result<'getContact'>> {
    const asked = new Date();
    const result = await this.call('getContact', { id, signal });
    if (result.ok) await this.record([result.data], { asked });
    else await this.recordMissing(result.error, id);
    return result;
  }

  async update(id: string, body: CallInput<'updateContact'>['body'], author: Author) {
    const asked = new Date();
    const result = await this.call('updateContact', { id, body });
    if (result.ok) await this.record([result.data], { asked, author: by(author, result) });
    else await this.recordMissing(result.error, id);
    return result;
  }

  /**
   * Creates or updates. `said`: which of both, if the service said so to the first request. Statuses are not part of the
   * interface: a service that answers 200, or 201, to both has said neither.
   */
  async upsert(body: ContactUpsert, author: Author) {
    const asked = new Date();
    const result = await this.call('upsertContact', { body });
    if (!result.ok) return { result, said: null };
    const isFresh = looksNew(result);
    await this.record([result.data], { asked, author: by(author, result), created: isFresh });
    const isCreated = result.status === 201;
    const said = result.repeated || isCreated !== isFresh ? null : isCreated ? 'created' : 'updated';
    return { result, said };
  }

  /** Deletes a contact; it goes to the replica's trash as it was at last. `isDone`: by this call or by its repetition. */
  async delete(id: string, author: Author, deletionId?: string) {
    const asked = new Date();
    const result = await this.call('deleteContact', { id });
    // Some answer with nothing, or find it done at a repetition.
    const isDone = result.ok || result.error.empty || (isMissing(result.error) && result.error.repeated);
    if (result.ok) await this.record([result.data], { asked });
    if (isDone || isMissing(result.error)) {
      const { replica } = this.parts;
      await this.guarded(() => replica.deleted([id], isDone ? by(author, result) : undefined, deletionId));
    }
    return { result, isDone: Boolean(isDone) };
  }

  /** Creates contacts of the replica's trash again; they get new ids. Whose email or phone is taken stays in the trash. */
  async restore(ids: string[], author: Author): Promise<Restored> {
    const { database, replica } = this.parts;
    const restored: Restored = { count: 0, conflicts: [], newIds: {}, failed: [] };
    await inParallel(ids, async (id) => {
      const { body, conflicts } = (await trashed(database, replica.organizationId, id)) ?? {};
      if (!body) return;
      if (conflicts?.length) {
        restored.conflicts.push(...conflicts);
        return;
      }
      const { result } = await this.upsert(body, author);
      if (!result.ok) {
        restored.failed.push({ id, error: result.error });
        return;
      }
      await transaction(database, (client) => dropTrashed(client, replica.organizationId, id));
      restored.count++;
      Object.assign(restored.newIds ?? {}, { [id]: result.data.id });
    });
    return restored;
  }

  /** That an answer cannot be recorded changes nothing of what the service did: the next synchronization brings it. */
  private async record(contacts: Contact[], how: Parameters<Replica['record']>[1]): Promise<void> {
    await this.guarded(() => this.parts.replica.record(contacts, how));
  }

  async recordMissing(error: ApiError, id: string): Promise<void> {
    if (isMissing(error)) await this.guarded(() => this.parts.replica.deleted([id]));
  }

  async guarded(work: () => Promise<unknown>): Promise<void> {
    await work().catch((err: unknown) =>
      this.parts.log.error({ err }, 'An answer of the contacts service could not be recorded.'),
    );
  }
}

/** Does something for each, a few side by side. */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    try {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
    } catch (cause) {
      // The others finish what they have begun, so that nothing goes on beside a repetition.
      left.length = 0;
      throw cause;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: SIDE_BY_SIDE }, worker));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** Whether the contact's own times, by the service's clock, are those of one that was just created. */
function looksNew({ data, answeredAt }: Success<'upsertContact'>): boolean {
  const createdAt = Date.parse(data.createdAt);
  const age = (answeredAt ?? new Date()).getTime() - createdAt;
  return Date.parse(data.updatedAt) - createdAt < 1_000 && age < 120_000;
}

const by = (author: Author, result: Result<OperationName>): Author => ({
  ...author,
  requestId: (result.ok ? result.requestId : result.error.requestId)?.slice(0, 128) ?? null,
});

/** A contact of the trash as the body that creates it again, and who has its email or phone by now. */
async function trashed(database: Database, organizationId: string, id: string) {
  const { rows } = await database.pool.query<
    Record<(typeof contactFields)[number], string | null> & {
      segment_ids: string[];
      email_owner: string | null;
      phone_owner: string | null;
    }
  >(
    `select ${contactFields.map((name) => `t.${name}`).join(', ')},
       array(select segment_id::text from contact_segments s where s.organization_id = $1 and s.contact_id = t.id order by assigned_at, segment_id) as segment_ids,
       (select id from contacts c where c.email_key = t.email and c.organization_id = $1 and c.deleted_at is null) as email_owner,
       (select id from contacts c where c.phone = t.phone and c.organization_id = $1 and c.deleted_at is null) as phone_owner
     from contacts t where t.organization_id = $1 and t.id = $2 and t.deleted_at is not null`,
    [organizationId, id],
  );
  const [row] = rows;
  if (!row) return null;
  const body: ContactUpsert = {};
  for (const name of contactFields) if (row[name] !== null) body[name] = row[name];
  if (row.segment_ids.length > 0) body.segmentIds = row.segment_ids;
  const conflicts = (['email', 'phone'] as const).flatMap((path) => {
    const contactId = row[`${path}_owner`];
    return contactId ? [{ id, path, contactId, message: conflictMessage(path, contactId) }] : [];
  });
  return { body, conflicts };
}

const dropTrashed = (client: PoolClient, organizationId: string, id: string) =>
  client.query('delete from contacts where organization_id = $1 and id = $2 and deleted_at is not null', [
    organizationId,
    id,
  ]);
