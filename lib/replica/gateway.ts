import { type CallInput, REPEATED_HEADER, type Result } from '@/lib/client/client';
import { cannot } from '@/lib/contract/connection';
import { BULK_LIMIT, type Contact, type ContactUpsert } from '@/lib/contract/contact';
import type { ContactPreview } from '@/lib/contract/contact-preview';
import type { Operation } from '@/lib/contract/operation';
import { type OperationName, operations } from '@/lib/contract/operations';
import type { Segment } from '@/lib/contract/segment';
import type { Author } from './contact-store';
import type { Health } from './health';
import { published, type Service } from './kind';
import { type Asked, operationOf } from './operation-of';
import type { Remote } from './remote';
import type { Replica } from './replica';
import { headersOf, refusalOf, refuse, replyOf } from './reply';
import { withTimeout } from './with-timeout';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** How long a page waits for the service before it shows what the replica has, in milliseconds. */
const PATIENCE = 2_500;

/** What the local API answers from the replica, changes of the replica's own trash and the jobs included. */
const local: ReadonlySet<OperationName> = new Set<OperationName>([
  'listContacts',
  'exportContacts',
  'createExport',
  'listExports',
  'getExport',
  'downloadExport',
  'deleteExport',
  'countContactSegments',
  'listActivity',
  'exportActivity',
  'listActors',
  'getOrganization',
  'listTrash',
  'purgeContacts',
  'createBulkChange',
  'listBulkChanges',
  'getBulkChange',
  'runBulkChange',
  'cancelBulkChange',
  'undoBulkChange',
  'createImport',
  'listImports',
  'getImport',
  'updateImport',
  'planImport',
  'listImportRows',
  'runImport',
  'cancelImport',
  'getImportUndoPlan',
  'undoImport',
  'downloadRejectedRows',
]);
/** What the gateway makes of both. */
const combined: readonly OperationName[] = ['getContact', 'previewContact', 'restoreContacts'];

/** What can be called through the gateway. */
export const operationsOf = (service: Service): ReadonlySet<OperationName> =>
  new Set(service.kind === 'roster' ? service.operations : [...published, ...local, ...combined]);

interface GatewayParts {
  /** The local API, over the replica. */
  localFetch(request: Request): Promise<Response>;
  remote: Remote;
  replica: Replica;
  health: Health;
  service(): Service;
  /** Finds out whether a single contact can be asked for, where an empty list has left that open. */
  settleCanGet(): Promise<void>;
  /** Told that a contact may have been created without an answer. */
  mayBeCreated(): void;
}

/** The `fetch` of the console's client: reads are answered from the replica, changes go to the service. */
export class Gateway {
  constructor(private readonly parts: GatewayParts) {}

  readonly fetch = async (request: Request): Promise<Response> => {
    const asked = await operationOf(request);
    if (!asked) return refuse('NOT_FOUND', 'There is no such path in this API.');
    const { name, id } = asked;
    // A malformed id is an id that does not exist, to whichever service.
    if (id !== undefined && !UUID.test(id)) return refuse('NOT_FOUND', 'There is no such id.');
    // An update of nothing is a read: another service's PUT may clear what it is not given.
    if (name === 'updateContact' && Object.keys(asked.body ?? {}).length === 0)
      return this.fetch(
        new Request(request.url, { headers: without(request.headers, 'If-Match'), signal: request.signal }),
      );
    const service = this.parts.service();
    if (!operationsOf(service).has(name)) return refuse('NOT_FOUND', cannot(name));
    if (service.kind === 'roster') return this.pass(asked);
    if (local.has(name)) return this.parts.localFetch(request);
    switch (name) {
      case 'getContact':
        return this.getContact(request, asked);
      case 'listSegments':
        return this.listSegments(request, asked);
      case 'previewContact':
        return this.preview(request, asked.body as ContactUpsert);
      case 'upsertContact':
        return this.upsert(request, asked);
      case 'updateContact':
        return this.update(request, asked);
      case 'deleteContact':
        return this.deleteContact(request, asked);
      case 'deleteContacts':
        return this.deleteContacts(asked);
      case 'restoreContacts':
        return this.restore(asked);
      default:
        return refuse('NOT_FOUND', cannot(name));
    }
  };

  private async pass({ name, id, query, body, upload, ...asked }: Asked): Promise<Response> {
    const { ifMatch, ifNoneMatch, idempotencyKey, signal } = asked;
    const input = { id, query, body, ifMatch, ifNoneMatch, idempotencyKey };
    const operation: Operation = operations[name];
    if (operation.upload || operation.download)
      return this.parts.remote.stream(name, { ...input, upload, signal } as unknown as CallInput<
        typeof name
      >);
    const result = await this.parts.remote.call(name, input as unknown as CallInput<typeof name>);
    return replyOf(result);
  }

  private async getContact(request: Request, { id = '' }: Asked): Promise<Response> {
    const { remote, health } = this.parts;
    await withTimeout(PATIENCE, this.parts.settleCanGet());
    const answer = remote.canGet && health.isUp ? withTimeout(PATIENCE, remote.get(id)) : null;
    const result = await answer;
    const found = await this.parts.localFetch(request);
    // One that the replica cannot hold is shown as it came.
    return !found.ok && result?.ok ? replyOf(result) : found;
  }

  private async listSegments(request: Request, { query }: Asked): Promise<Response> {
    const { health, localFetch } = this.parts;
    const result =
      health.isUp || health.state === 'unknown' ? await withTimeout(PATIENCE, this.readSegments()) : null;
    const answer = await localFetch(request);
    if (!answer.ok) return answer;
    const { data } = (await answer.json()) as { data: Segment[] };
    if (result && !result.ok && data.length === 0) return refusalOf(result.error);
    const listed = result?.ok ? new Set(result.data.map(({ id }) => id)) : null;
    const segments = data.filter(({ id }) => listed?.has(id) ?? true);
    const headers = headersOf(result?.ok ? result.requestId : null);
    return new Response(JSON.stringify({ data: query.has('include') ? segments : segments.map(plain) }), {
      headers,
    });
  }

  /** Asks the service for its segments, and records them. */
  async readSegments(): Promise<Result<'listSegments'>> {
    const { remote, replica } = this.parts;
    const result = await remote.call('listSegments', {});
    if (result.ok) await remote.guarded(() => replica.recordSegments(result.data));
    return result;
  }

  /** As far as the replica knows; it has no referral codes. */
  private async preview(request: Request, { referralCode: _, ...body }: ContactUpsert): Promise<Response> {
    const url = new URL('/v1/contacts/preview', request.url);
    const headers = without(request.headers, 'If-Match', 'If-None-Match');
    return this.parts.localFetch(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }));
  }

  private async upsert(request: Request, asked: Asked): Promise<Response> {
    const body = asked.body as ContactUpsert;
    if (asked.ifMatch || asked.ifNoneMatch) {
      const stale = await this.refuseOvertaken(request, asked, body);
      if (stale) return stale;
    }
    const { result, said } = await this.parts.remote.upsert(body, authorOf(asked));
    if (!result.ok) {
      if (result.error.unsettled) this.parts.mayBeCreated();
      return refusalOf(result.error);
    }
    const status = said === 'created' ? 201 : 200;
    return this.saved(request, result.data, status, result.requestId, said === null);
  }

  /** Refuses what would no longer do what the preview said. */
  private async refuseOvertaken(request: Request, { ifMatch }: Asked, body: ContactUpsert) {
    const read = async () => {
      const answer = await this.preview(request, body);
      return answer.ok ? ((await answer.json()) as { data: ContactPreview }).data : null;
    };
    const { remote } = this.parts;
    await this.parts.settleCanGet();
    let preview = await read();
    if (preview?.contact && remote.canGet) {
      const latest = await remote.get(preview.contact.id);
      if (!latest.ok && latest.error.code !== 'NOT_FOUND') return notChecked(latest);
      preview = await read();
    }
    if (!preview || preview.outcome === 'conflict' || (preview.etag ?? undefined) === ifMatch) return null;
    return refuse('PRECONDITION_FAILED', 'Saving would no longer do what was shown.');
  }

  private async update(request: Request, asked: Asked): Promise<Response> {
    const stale = await this.refuseStale(request, asked);
    if (stale) return stale;
    const { id = '', body } = asked;
    const result = await this.parts.remote.update(id, body as object, authorOf(asked));
    if (!result.ok) return refusalOf(result.error);
    return this.saved(request, result.data, 200, result.requestId, result.repeated);
  }

  /**
   * Refuses a change that is based on an older version. The contact is read again where the service can be asked;
   * elsewhere the replica is all that is known.
   */
  private async refuseStale(request: Request, { id = '', ifMatch }: Asked): Promise<Response | null> {
    if (!ifMatch) return null;
    const { remote } = this.parts;
    await this.parts.settleCanGet();
    if (remote.canGet) {
      const latest = await remote.get(id);
      if (!latest.ok) return notChecked(latest);
    }
    const stored = await this.stored(request, id);
    if (!stored.ok || stored.headers.get('ETag') === ifMatch) return null;
    return refuse('PRECONDITION_FAILED', 'The contact has changed since it was read.');
  }

  private async deleteContact(request: Request, asked: Asked): Promise<Response> {
    const stale = await this.refuseStale(request, asked);
    if (stale) return stale;
    const { id = '' } = asked;
    const before = await this.stored(request, id);
    const { result, isDone } = await this.parts.remote.delete(id, authorOf(asked));
    if (result.ok) return replyOf({ ...result, etag: null, deletionId: null });
    // Nothing more is said, or the answer to an earlier try was lost.
    return isDone && before.ok ? before : refusalOf(result.error);
  }

  private async deleteContacts(asked: Asked): Promise<Response> {
    const { remote, replica } = this.parts;
    const body = asked.body as { ids: string[] };
    const result = await remote.call('deleteContacts', { body });
    if (!result.ok) return refusalOf(result.error);
    await remote.guarded(() => replica.deleted(body.ids, authorOf(asked)));
    return replyOf({ ...result, deletionId: null });
  }

  private async restore(asked: Asked): Promise<Response> {
    const { ids, deletionId } = asked.body as { ids?: string[]; deletionId?: string };
    const { remote, replica } = this.parts;
    const all = ids ?? (await replica.idsOfDeletion(deletionId ?? '', BULK_LIMIT));
    const { failed, ...data } = await remote.restore(all, authorOf(asked));
    const [first] = failed;
    if (first && data.count === 0) return refusalOf(first.error);
    return new Response(JSON.stringify({ data }), { headers: headersOf(null) });
  }

  /** What was saved, as the replica has it now, so that its version is the one that the next change is compared with. */
  private async saved(
    request: Request,
    contact: Contact,
    status: number,
    requestId: string | null,
    isUnsaid: boolean,
  ): Promise<Response> {
    const stored = await this.stored(request, contact.id);
    const headers = headersOf(requestId);
    const etag = stored.headers.get('ETag');
    if (stored.ok && etag) headers.set('ETag', etag);
    if (isUnsaid) headers.set(REPEATED_HEADER, 'true');
    const body = stored.ok ? await stored.text() : JSON.stringify({ data: contact });
    return new Response(body, { status, headers });
  }

  private stored(request: Request, id: string): Promise<Response> {
    return this.parts.localFetch(new Request(new URL(`/v1/contacts/${id}`, request.url)));
  }
}

/** In whose name a change is recorded that was asked for here. */
function authorOf({ actor }: Asked): Author {
  if (actor) return { kind: 'staff', ...actor, requestId: null };
  return { kind: 'token', id: null, name: 'Console', requestId: null };
}

/** A change that waits for the answer to a question is not made without it. */
function notChecked({ error }: Result<'getContact'> & { ok: false }): Response {
  if (error.code === 'NOT_FOUND') return refusalOf(error);
  const message = `Nothing was saved: the latest version could not be read first. ${error.message}`;
  return refusalOf({ ...error, message });
}

const plain = ({ id, title, color }: Segment): Segment => ({ id, title, color });

function without(headers: Headers, ...names: string[]): Headers {
  const left = new Headers(headers);
  for (const name of names) left.delete(name);
  return left;
}
