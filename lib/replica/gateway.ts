import { type CallInput, REPEATED_HEADER, type Result } from '@/lib/client/client';
import { cannot } from '@/lib/contract/connection';
import { BULK_LIMIT, type Contact, type ContactUpsert } from '@/lib/contract/contact';
import type { ContactPreview } from '@/lib/contract/contact-preview';
import type { Operation } from '@/lib/contract/operation';
import { type OperationName, operations } from '@/lib/contract/operations';
import type { Segment } from '@/lib/contract/segment';
import type { RecordedBy } from './contact-store';
import type { Health } from './health';
import { published, type Service } from './kind';
import { type OperationRequest, operationOf } from './operation-of';
import type { Remote } from './remote';
import type { Replica } from './replica';
import { headersOf, refusalOf, refuse, replyOf } from './reply';
import { resolveWithin } from './resolve-within';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** How long reads wait for the service before the replica is used, in milliseconds. */
const READ_TIMEOUT = 2_500;

const LOCAL_PATH = /^\/(?:activity|bulk-changes|contacts\.csv|exports|imports|organization|trash$)/;
/** Operations of the local API on the replica, including its trash and jobs. */
const local = new Set<OperationName>([
  'listContacts',
  'countContactSegments',
  ...(Object.keys(operations) as OperationName[]).filter((name) => LOCAL_PATH.test(operations[name].path)),
]);
/** Operations that combine the replica and the service. */
const combined: readonly OperationName[] = ['getContact', 'previewContact', 'restoreContacts'];

/** Operations available through the gateway. */
export const operationsOf = (service: Service): ReadonlySet<OperationName> =>
  new Set(service.kind === 'roster' ? service.operations : [...published, ...local, ...combined]);

interface GatewayParts {
  /** The local API, which reads the replica. */
  localFetch(request: Request): Promise<Response>;
  remote: Remote;
  replica: Replica;
  health: Health;
  service(): Service;
  /** Detects whether single contacts can be read, if an empty list has left that open. */
  detectCanGet(): Promise<void>;
  /** Called after a POST without a response, which may have created a contact. */
  onLostPost(): void;
}

/** The `fetch` of the console's client: reads use the replica, changes go to the service. */
export class Gateway {
  constructor(private readonly parts: GatewayParts) {}

  readonly fetch = async (request: Request): Promise<Response> => {
    const call = await operationOf(request);
    if (!call) return refuse('NOT_FOUND', 'There is no such path in this API.');
    const { name, id } = call;
    // Malformed ids do not exist at any service.
    if (id !== undefined && !UUID.test(id)) return refuse('NOT_FOUND', 'There is no such id.');
    // An empty update becomes a read: other services may clear absent fields.
    if (name === 'updateContact' && Object.keys(call.body ?? {}).length === 0)
      return this.fetch(
        new Request(request.url, { headers: without(request.headers, 'If-Match'), signal: request.signal }),
      );
    const service = this.parts.service();
    if (!operationsOf(service).has(name)) return refuse('NOT_FOUND', cannot(name));
    if (service.kind === 'roster') return this.pass(call);
    if (local.has(name)) return this.parts.localFetch(request);
    switch (name) {
      case 'getContact':
        return this.getContact(request, call);
      case 'listSegments':
        return this.listSegments(request, call);
      case 'previewContact':
        return this.preview(request, call.body as ContactUpsert);
      case 'upsertContact':
        return this.upsert(request, call);
      case 'updateContact':
        return this.update(request, call);
      case 'deleteContact':
        return this.deleteContact(request, call);
      case 'deleteContacts':
        return this.deleteContacts(call);
      case 'restoreContacts':
        return this.restore(call);
      default:
        return refuse('NOT_FOUND', cannot(name));
    }
  };

  private async pass({ name, signal, ...input }: OperationRequest): Promise<Response> {
    const operation: Operation = operations[name];
    if (operation.upload || operation.download)
      return this.parts.remote.stream(name, { ...input, signal } as CallInput<typeof name>);
    return replyOf(await this.parts.remote.call(name, input as CallInput<typeof name>));
  }

  private async getContact(request: Request, { id = '' }: OperationRequest): Promise<Response> {
    const { remote, health } = this.parts;
    await resolveWithin(READ_TIMEOUT, this.parts.detectCanGet());
    const answer = remote.canGet && health.isUp ? resolveWithin(READ_TIMEOUT, remote.get(id)) : null;
    const result = await answer;
    const found = await this.parts.localFetch(request);
    // A contact that the replica cannot store is passed through.
    return !found.ok && result?.ok ? replyOf(result) : found;
  }

  private async listSegments(request: Request, { query }: OperationRequest): Promise<Response> {
    const { health, localFetch } = this.parts;
    const result =
      health.isUp || health.state === 'unknown'
        ? await resolveWithin(READ_TIMEOUT, this.readSegments())
        : null;
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

  /** Reads the service's segments, and records them. */
  async readSegments(): Promise<Result<'listSegments'>> {
    const { remote, replica } = this.parts;
    const result = await remote.call('listSegments', {});
    if (result.ok) await remote.guarded(() => replica.recordSegments(result.data));
    return result;
  }

  /** Previews on the replica, which has no referral codes. */
  private async preview(request: Request, { referralCode: _, ...body }: ContactUpsert): Promise<Response> {
    const url = new URL('/v1/contacts/preview', request.url);
    const headers = without(request.headers, 'If-Match', 'If-None-Match');
    return this.parts.localFetch(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }));
  }

  private async upsert(request: Request, call: OperationRequest): Promise<Response> {
    const body = call.body as ContactUpsert;
    if (call.ifMatch || call.ifNoneMatch) {
      const stale = await this.refuseOutdated(request, call, body);
      if (stale) return stale;
    }
    const { result, said } = await this.parts.remote.upsert(body, recordedBy(call));
    if (!result.ok) {
      if (result.error.unsettled) this.parts.onLostPost();
      return refusalOf(result.error);
    }
    const status = said === 'created' ? 201 : 200;
    return this.saved(request, result.data, status, result.requestId, said === null);
  }

  /** Refuses an upsert that would no longer do what its preview showed. */
  private async refuseOutdated(request: Request, { ifMatch }: OperationRequest, body: ContactUpsert) {
    const read = async () => {
      const answer = await this.preview(request, body);
      return answer.ok ? ((await answer.json()) as { data: ContactPreview }).data : null;
    };
    const { remote } = this.parts;
    await this.parts.detectCanGet();
    let preview = await read();
    if (preview?.contact && remote.canGet) {
      const latest = await remote.get(preview.contact.id);
      if (!latest.ok && latest.error.code !== 'NOT_FOUND') return notChecked(latest);
      preview = await read();
    }
    if (!preview || preview.outcome === 'conflict' || (preview.etag ?? undefined) === ifMatch) return null;
    return refuse('PRECONDITION_FAILED', 'Saving would no longer do what was shown.');
  }

  private async update(request: Request, call: OperationRequest): Promise<Response> {
    const stale = await this.refuseStale(request, call);
    if (stale) return stale;
    const { id = '', body } = call;
    const result = await this.parts.remote.update(id, body as object, recordedBy(call));
    if (!result.ok) return refusalOf(result.error);
    return this.saved(request, result.data, 200, result.requestId, result.repeated);
  }

  /** Refuses a change based on an older version, compared with the service's version if it can be read. */
  private async refuseStale(
    request: Request,
    { id = '', ifMatch }: OperationRequest,
  ): Promise<Response | null> {
    if (!ifMatch) return null;
    const { remote } = this.parts;
    await this.parts.detectCanGet();
    if (remote.canGet) {
      const latest = await remote.get(id);
      if (!latest.ok) return notChecked(latest);
    }
    const stored = await this.stored(request, id);
    if (!stored.ok || stored.headers.get('ETag') === ifMatch) return null;
    return refuse('PRECONDITION_FAILED', 'The contact has changed since it was read.');
  }

  private async deleteContact(request: Request, call: OperationRequest): Promise<Response> {
    const stale = await this.refuseStale(request, call);
    if (stale) return stale;
    const { id = '' } = call;
    const before = await this.stored(request, id);
    const { result, isDone } = await this.parts.remote.delete(id, recordedBy(call));
    if (result.ok) return replyOf({ ...result, etag: null, deletionId: null });
    // The response was empty, or that to an earlier attempt was lost.
    return isDone && before.ok ? before : refusalOf(result.error);
  }

  private async deleteContacts(call: OperationRequest): Promise<Response> {
    const { remote, replica } = this.parts;
    const body = call.body as { ids: string[] };
    const result = await remote.call('deleteContacts', { body });
    if (!result.ok) return refusalOf(result.error);
    await remote.guarded(() => replica.deleted(body.ids, recordedBy(call)));
    return replyOf({ ...result, deletionId: null });
  }

  private async restore(call: OperationRequest): Promise<Response> {
    const { ids, deletionId } = call.body as { ids?: string[]; deletionId?: string };
    const { remote, replica } = this.parts;
    const all = ids ?? (await replica.idsOfDeletion(deletionId ?? '', BULK_LIMIT));
    const { failed, ...data } = await remote.restore(all, recordedBy(call));
    const [first] = failed;
    if (first && data.count === 0) return refusalOf(first.error);
    return new Response(JSON.stringify({ data }), { headers: headersOf(null) });
  }

  /** Returns the saved contact from the replica, with the ETag that the next change is compared with. */
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

/** The person or token that requested a change. */
function recordedBy({ actor }: OperationRequest): RecordedBy {
  if (actor) return { kind: 'staff', ...actor, requestId: null };
  return { kind: 'token', id: null, name: 'Console', requestId: null };
}

function notChecked({ error }: Result<'getContact'> & { ok: false }): Response {
  if (error.code === 'NOT_FOUND') return refusalOf(error);
  const message = `Nothing was saved, because the latest version could not be read. ${error.message}`;
  return refusalOf({ ...error, message });
}

const plain = ({ id, title, color }: Segment): Segment => ({ id, title, color });

function without(headers: Headers, ...names: string[]): Headers {
  const left = new Headers(headers);
  for (const name of names) left.delete(name);
  return left;
}
