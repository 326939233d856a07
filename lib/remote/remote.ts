import type { CallInput, Success } from '@/lib/call';
import { segmentIdsOf } from '@/lib/contacts/decide';
import { readContacts, readWithTrash } from '@/lib/contacts/read';
import { dropTrashed } from '@/lib/contacts/trash';
import { conflictMessage } from '@/lib/contract/conflict';
import { type Contact, type ContactUpsert } from '@/lib/contract/contact';
import { contactFields } from '@/lib/contract/contact-fields';
import type { OperationName } from '@/lib/contract/operations';
import type { RestoreResult } from '@/lib/contract/trash';
import type { Database } from '@/lib/database/database';
import type { RequestContext } from '@/lib/database/statement';
import { isMissing, type RemoteError } from './client/api-error';
import type { HttpClient, RemoteResult, RemoteSuccess } from './client/http-client';
import type { RecordedBy } from './contact-store';
import type { Health } from './health';
import type { Service } from './kind';
import type { Replica } from './replica';

/** Parallel calls per request or job chunk, to be gentle to the service. */
const CONCURRENCY = 4;

type Restored = RestoreResult & { failed: { id: string; error: RemoteError }[] };

interface RemoteParts {
  /** A client of the service. */
  client(): HttpClient;
  health: Health;
  replica: Replica;
  database: Database;
  service(): Service;
  log: { error(fields: object, message: string): void };
}

/** Calls the service, and records its responses in the replica. */
export class Remote {
  constructor(private readonly parts: RemoteParts) {}

  /** Whether the service has `GET /contacts/{id}`. */
  get canGet(): boolean {
    const service = this.parts.service();
    return service.kind === 'list' && service.canGet === true;
  }

  /** Calls the service, and notes its health. Changes are not aborted when the caller disconnects. */
  async call<N extends OperationName>(
    name: N,
    input: CallInput<N>,
    signal?: AbortSignal,
  ): Promise<RemoteResult<N>> {
    const result = await this.parts.client().call(name, input, signal);
    this.parts.health.note(result);
    return result;
  }

  /** Opens the file that an operation of another Roster returns; does not note the health. */
  async download<N extends OperationName>(name: N, input: CallInput<N>) {
    const result = await this.parts.client().download(name, input);
    if (!result.ok) return result;
    const { file: data, requestId } = result;
    const none = { meta: undefined, etag: null, deletionId: null, repeated: false };
    return { ok: true, status: 200, data, requestId, ...none } as unknown as Success<N>;
  }

  /** Reads a contact. Records it in the replica; one that does not exist goes to the replica's trash. */
  async get(id: string, signal?: AbortSignal): Promise<RemoteResult<'getContact'>> {
    const requestedAt = new Date();
    const result = await this.call('getContact', { id }, signal);
    if (result.ok) await this.record([result.data], { requestedAt });
    else await this.recordMissing(result.error, id);
    return result;
  }

  /** Updates a contact. Records it in the replica; one that does not exist goes to the replica's trash. */
  async update(id: string, body: CallInput<'updateContact'>['body'], by: RecordedBy) {
    const requestedAt = new Date();
    const result = await this.call('updateContact', { id, body });
    if (result.ok) await this.record([result.data], { requestedAt, by: withRequestId(by, result) });
    else await this.recordMissing(result.error, id);
    return result;
  }

  /**
   * Creates or updates, and records the contact. `outcome`: which of both; null unless the status and the contact's times
   * agree, because some services return one status for both.
   */
  async upsert(body: ContactUpsert, by: RecordedBy) {
    const requestedAt = new Date();
    const result = await this.call('upsertContact', { body });
    if (!result.ok) return { result, outcome: null };
    const isFresh = looksNew(result);
    await this.record([result.data], { requestedAt, by: withRequestId(by, result), created: isFresh });
    const isCreated = result.status === 201;
    const outcome = result.repeated || isCreated !== isFresh ? null : isCreated ? 'created' : 'updated';
    return { result, outcome };
  }

  /** Deletes a contact, which goes to the replica's trash. `isDone`: whether this call or a retry deleted it. */
  async delete(id: string, by: RecordedBy, deletionId?: string) {
    const requestedAt = new Date();
    const result = await this.call('deleteContact', { id });
    // Some services respond without a body; after a lost response, a retry gets 404.
    const isDone = result.ok || result.error.empty || (isMissing(result.error) && result.error.repeated);
    if (result.ok) await this.record([result.data], { requestedAt });
    if (isDone || isMissing(result.error)) {
      const { replica } = this.parts;
      await this.tryRecording(() =>
        replica.trash([id], isDone ? withRequestId(by, result) : undefined, deletionId),
      );
    }
    return { result, isDone: Boolean(isDone) };
  }

  /**
   * Creates contacts from the replica's trash again, with new ids. Those whose email or phone is taken (`conflicts`), or
   * that the service refuses (`failed`), stay there; ids outside the trash are skipped.
   */
  async restore(ids: string[], by: RecordedBy): Promise<Restored> {
    const { database, replica } = this.parts;
    const context: RequestContext = { ...by, database, organizationId: replica.organizationId };
    const restored: Restored = { count: 0, conflicts: [], newIds: {}, failed: [] };
    await inParallel(ids, async (id) => {
      const { body, conflicts } = (await toRestoredBody(context, id)) ?? {};
      if (!body) return;
      if (conflicts?.length) {
        restored.conflicts.push(...conflicts);
        return;
      }
      const { result } = await this.upsert(body, by);
      if (!result.ok) {
        restored.failed.push({ id, error: result.error });
        return;
      }
      await dropTrashed(context, [id]);
      restored.count++;
      Object.assign(restored.newIds ?? {}, { [id]: result.data.id });
    });
    return restored;
  }

  private async record(contacts: Contact[], how: Parameters<Replica['record']>[1]): Promise<void> {
    await this.tryRecording(() => this.parts.replica.record(contacts, how));
  }

  async recordMissing(error: RemoteError, id: string): Promise<void> {
    if (isMissing(error)) await this.tryRecording(() => this.parts.replica.trash([id]));
  }

  /** Runs `work`; only logs errors, since the service has done its part and the next sync catches up. */
  async tryRecording(work: () => Promise<unknown>): Promise<void> {
    await work().catch((err: unknown) =>
      this.parts.log.error({ err }, 'Recording a response of the contacts service failed.'),
    );
  }
}

/**
 * Processes items, `CONCURRENCY` at once. After a failure, starts no more, waits for those under way, and throws: a retry
 * never overlaps.
 */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    try {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
    } catch (cause) {
      // The other workers stop after their current item, so that nothing runs in parallel with a retry.
      left.length = 0;
      throw cause;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: CONCURRENCY }, worker));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/**
 * Whether the contact was just created: less than two minutes before the answer by the service's clock, and updated within
 * a second.
 */
function looksNew({ data, answeredAt }: RemoteSuccess<'upsertContact'>): boolean {
  const createdAt = Date.parse(data.createdAt);
  return Date.parse(data.updatedAt) - createdAt < 1_000 && answeredAt - createdAt < 120_000;
}

/** Adds the request id of the response, cut at 128 characters. */
const withRequestId = (by: RecordedBy, result: RemoteResult<OperationName>): RecordedBy => ({
  ...by,
  requestId: (result.ok ? result.requestId : result.error.requestId)?.slice(0, 128) ?? null,
});

/** The body that recreates a contact from the trash, and conflicts with other contacts; `null` if it is not in the trash. */
async function toRestoredBody(context: RequestContext, id: string) {
  const [found] = await readWithTrash(context, [{ id, email: null, phone: null }]);
  if (!found?.deletedAt) return null;
  const { row } = found;
  const body: ContactUpsert = {};
  for (const name of contactFields) if (row[name] !== null) body[name] = row[name];
  const segmentIds = segmentIdsOf(row);
  if (segmentIds.length > 0) body.segmentIds = segmentIds;
  const { stored } = await readContacts(context, [{ id: null, fields: row }]);
  const conflicts = (['email', 'phone'] as const).flatMap((path) => {
    const contactId = stored.owner(path, row[path])?.id;
    return contactId ? [{ id, path, contactId, message: conflictMessage(path, contactId) }] : [];
  });
  return { body, conflicts };
}
