import type { AnyCallInput, ApiError, Call, Caller, CallInput, Result, Success } from '@/lib/call';
import type { Person } from '@/lib/contract/actor';
import { cannot } from '@/lib/contract/connection';
import { BULK_LIMIT } from '@/lib/contract/contact';
import { type ErrorCode, errorCodes, errorStatus } from '@/lib/contract/error';
import type { Operation } from '@/lib/contract/operation';
import { type OperationName, operations } from '@/lib/contract/operations';
import type { Segment } from '@/lib/contract/segment';
import type { RemoteError } from './client/api-error';
import type { RemoteResult } from './client/http-client';
import type { RecordedBy } from './contact-store';
import type { Health } from './health';
import { published, type Service } from './kind';
import type { Remote } from './remote';
import type { Replica } from './replica';
import { resolveWithin } from './resolve-within';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** How long reads wait for the service before the replica is used, in milliseconds. */
const READ_TIMEOUT = 2_500;

const LOCAL_PATH = /^\/(?:activity|bulk-changes|contacts\.csv|exports|imports|organization|trash$)/;
/** Operations of the local service on the replica, including its trash and jobs. */
const local = new Set<OperationName>([
  'listContacts',
  'countContactSegments',
  'countContactValues',
  'previewUpdate',
  ...(Object.keys(operations) as OperationName[]).filter((name) => LOCAL_PATH.test(operations[name].path)),
]);
/** Operations that combine the replica and the service. */
const combined: readonly OperationName[] = ['getContact', 'previewContact', 'restoreContacts'];

/** Operations available through the gateway. */
export const supportedOperations = (service: Service): ReadonlySet<OperationName> =>
  new Set(service.kind === 'roster' ? service.operations : [...published, ...local, ...combined]);

/** `call` of the local service on the replica's organization. */
export type LocalCall = <N extends OperationName>(
  name: N,
  input: CallInput<N>,
  person?: Person,
) => Promise<Result<N>>;

interface GatewayParts {
  /** The local service, which reads the replica. */
  local: LocalCall;
  remote: Remote;
  replica: Replica;
  health: Health;
  service(): Service;
  /** Detects whether single contacts can be read, if an empty list has left that open. */
  detectCanGet(): Promise<void>;
  /** Called after a POST without a response, which may have created a contact. */
  onLostPost(): void;
}

type Failure = { ok: false; error: ApiError };
type Asked = Omit<Caller, 'token'>;

/** `call` in connected mode: reads use the replica, changes go to the service. */
export class Gateway {
  constructor(private readonly parts: GatewayParts) {}

  /** Calls an operation. If the signal aborts, rejects, but the call continues. */
  readonly call: Call = (name, input, { signal, ...caller }) => {
    signal?.throwIfAborted();
    const result = this.route(name, input, caller) as Promise<Result<typeof name>>;
    if (!signal) return result;
    // The caller stops waiting, but the call continues.
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      result.then(resolve, reject);
    });
  };

  /**
   * Passes everything on to another Roster. For other services, local operations use the replica. Refuses what the service
   * does not support, and turns an empty update into a read.
   */
  private async route(
    name: OperationName,
    input: AnyCallInput,
    caller: Asked,
  ): Promise<Result<OperationName>> {
    // Malformed ids do not exist at any service.
    if (input.id !== undefined && !UUID.test(input.id)) return refuse('NOT_FOUND', 'There is no such id.');
    const service = this.parts.service();
    if (!supportedOperations(service).has(name)) return refuse('NOT_FOUND', cannot(name));
    // Other services may clear the absent fields of an empty update.
    if (name === 'updateContact' && Object.keys(input.body ?? {}).length === 0)
      return this.route('getContact', { id: input.id }, caller);
    if (service.kind === 'roster') return this.passOn(name, input);
    if (local.has(name)) return this.parts.local(name, input as CallInput<typeof name>, caller.person);
    const as = <N extends OperationName>(_: N) => input as CallInput<N>;
    switch (name) {
      case 'getContact':
        return this.getContact(as(name));
      case 'listSegments':
        return this.listSegments(as(name));
      case 'previewContact':
        return this.preview(as(name));
      case 'upsertContact':
        return this.upsert(as(name), caller);
      case 'updateContact':
        return this.update(as(name), caller);
      case 'deleteContact':
        return this.deleteContact(as(name), caller);
      case 'deleteContacts':
        return this.deleteContacts(as(name), caller);
      case 'restoreContacts':
        return this.restore(as(name), caller);
      default:
        return refuse('NOT_FOUND', cannot(name));
    }
  }

  /** Calls another Roster, and opens the files that it returns. */
  private async passOn(name: OperationName, input: AnyCallInput): Promise<Result<OperationName>> {
    const operation: Operation = operations[name];
    const { remote } = this.parts;
    if (operation.download) return toResult(await remote.download(name, input as CallInput<typeof name>));
    return toResult(await remote.call(name, input as CallInput<typeof name>));
  }

  /** Reads the contact from the replica, which is updated first if the service responds within `READ_TIMEOUT`. */
  private async getContact({ id }: CallInput<'getContact'>): Promise<Result<'getContact'>> {
    const { remote, health } = this.parts;
    await resolveWithin(READ_TIMEOUT, this.parts.detectCanGet());
    const answer = remote.canGet && health.isUp ? resolveWithin(READ_TIMEOUT, remote.get(id)) : null;
    const result = await answer;
    const found = await this.readStored(id);
    // A contact that the replica cannot store is passed through.
    return !found.ok && result?.ok ? result : found;
  }

  /** Lists segments from the replica, which is updated first if the service responds within `READ_TIMEOUT`. */
  private async listSegments(input: CallInput<'listSegments'>): Promise<Result<'listSegments'>> {
    const { health, local } = this.parts;
    const result =
      health.isUp || health.state === 'unknown'
        ? await resolveWithin(READ_TIMEOUT, this.readSegments())
        : null;
    const answer = await local('listSegments', input);
    if (!answer.ok) return answer;
    if (result && !result.ok && answer.data.length === 0) return toResult(result);
    const listed = result?.ok ? new Set(result.data.map(({ id }) => id)) : null;
    const segments = answer.data.filter(({ id }) => listed?.has(id) ?? true);
    const includes = new URLSearchParams(input.query);
    return { ...answer, data: includes.has('include') ? segments : segments.map(plain) };
  }

  /** Reads the service's segments, and records them. */
  async readSegments(): Promise<RemoteResult<'listSegments'>> {
    const { remote, replica } = this.parts;
    const result = await remote.call('listSegments', {});
    if (result.ok) await remote.tryRecording(() => replica.recordSegments(result.data));
    return result;
  }

  /** Previews on the replica, which has no referral codes. */
  private preview({ body: { referralCode: _, ...body } }: CallInput<'previewContact'>) {
    return this.parts.local('previewContact', { body });
  }

  /**
   * Creates or updates at the service. With a precondition, refuses if that would no longer do what was previewed. Reports
   * a lost answer, so that a sync follows.
   */
  private async upsert(input: CallInput<'upsertContact'>, caller: Asked): Promise<Result<'upsertContact'>> {
    if (input.ifMatch || input.ifNoneMatch) {
      const stale = await this.refuseOutdated(input);
      if (stale) return stale;
    }
    const { result, outcome } = await this.parts.remote.upsert(input.body, toRecordedBy(caller));
    if (!result.ok) {
      if (result.error.unsettled) this.parts.onLostPost();
      return toResult(result);
    }
    return this.readSaved(result, outcome === 'created' ? 201 : 200, outcome === null);
  }

  /**
   * Refuses an upsert that would no longer do what its preview showed, or that cannot be checked; else `null`, also for a
   * conflict.
   */
  private async refuseOutdated({ body, ifMatch }: CallInput<'upsertContact'>): Promise<Failure | null> {
    /** Previews the upsert; `null` if that is refused. */
    const read = async () => {
      const answer = await this.preview({ body });
      return answer.ok ? answer.data : null;
    };
    const { remote } = this.parts;
    await this.parts.detectCanGet();
    let preview = await read();
    if (preview?.contact && remote.canGet) {
      const latest = await remote.get(preview.contact.id);
      if (!latest.ok && latest.error.code !== 'NOT_FOUND') return refuseUnchecked(latest.error);
      preview = await read();
    }
    if (!preview || preview.outcome === 'conflict' || (preview.etag ?? undefined) === ifMatch) return null;
    return refuse('PRECONDITION_FAILED', 'Saving would no longer do what was shown.');
  }

  /** Updates at the service, unless the contact is newer than `ifMatch`; returns the contact as recorded. */
  private async update(input: CallInput<'updateContact'>, caller: Asked): Promise<Result<'updateContact'>> {
    const stale = await this.refuseStale(input);
    if (stale) return stale;
    const result = await this.parts.remote.update(input.id, input.body, toRecordedBy(caller));
    return result.ok ? this.readSaved(result, 200, result.repeated) : toResult(result);
  }

  /**
   * Refuses a change based on an older version, compared with the service's version if it can be read. `null` if it is the
   * latest, unknown here, or there is no `ifMatch`.
   */
  private async refuseStale({ id, ifMatch }: { id: string; ifMatch?: string }): Promise<Failure | null> {
    if (!ifMatch) return null;
    const { remote } = this.parts;
    await this.parts.detectCanGet();
    if (remote.canGet) {
      const latest = await remote.get(id);
      if (!latest.ok) return refuseUnchecked(latest.error);
    }
    const stored = await this.readStored(id);
    if (!stored.ok || stored.etag === ifMatch) return null;
    return refuse('PRECONDITION_FAILED', 'The contact has changed since it was read.');
  }

  /** Deletes at the service, unless the contact is newer than `ifMatch`; the replica's contact goes to its trash. */
  private async deleteContact(
    input: CallInput<'deleteContact'>,
    caller: Asked,
  ): Promise<Result<'deleteContact'>> {
    const stale = await this.refuseStale(input);
    if (stale) return stale;
    const before = await this.readStored(input.id);
    const { result, isDone } = await this.parts.remote.delete(input.id, toRecordedBy(caller));
    if (result.ok) return { ...result, etag: null, deletionId: null };
    // If the deletion is done, its response was empty, or lost in an earlier attempt.
    return isDone && before.ok ? before : toResult(result);
  }

  /** Deletes at the service in one call, without preconditions; the replica's contacts go to its trash. */
  private async deleteContacts(
    { body }: CallInput<'deleteContacts'>,
    caller: Asked,
  ): Promise<Result<'deleteContacts'>> {
    const { remote, replica } = this.parts;
    const result = await remote.call('deleteContacts', { body });
    if (!result.ok) return toResult(result);
    await remote.tryRecording(() => replica.trash(body.ids, toRecordedBy(caller)));
    return { ...result, deletionId: null };
  }

  /**
   * Creates contacts of the replica's trash again, at most `BULK_LIMIT` of a deletion. Fails only if nothing was restored
   * and the service failed.
   */
  private async restore(
    { body: { ids, deletionId } }: CallInput<'restoreContacts'>,
    caller: Asked,
  ): Promise<Result<'restoreContacts'>> {
    const { remote, replica } = this.parts;
    const all = ids ?? (await replica.idsOfDeletion(deletionId ?? '', BULK_LIMIT));
    const { failed, ...data } = await remote.restore(all, toRecordedBy(caller));
    const [first] = failed;
    return first && data.count === 0 ? toFailure(first.error) : toSuccess(data);
  }

  /** The saved contact from the replica, with the ETag that the next change is compared with. */
  private async readSaved(
    { data, requestId }: Success<'upsertContact'>,
    status: number,
    repeated: boolean,
  ): Promise<Success<'upsertContact'>> {
    const stored = await this.readStored(data.id);
    const contact: Success<'getContact' | 'upsertContact'> = stored.ok
      ? stored
      : toSuccess<'upsertContact'>(data);
    return { ...contact, status, requestId, repeated };
  }

  private readStored(id: string): Promise<Result<'getContact'>> {
    return this.parts.local('getContact', { id });
  }
}

/** The person or token that requested a change. */
function toRecordedBy({ person }: Asked): RecordedBy {
  const actor = person
    ? { kind: 'staff' as const, ...person }
    : { kind: 'token' as const, id: null, name: 'Console' };
  return { actor, requestId: null };
}

/** Refuses a change because the latest version could not be read; 404 stays 404. */
function refuseUnchecked(error: RemoteError): Failure {
  if (error.code === 'NOT_FOUND') return toFailure(error);
  const message = `Nothing was saved, because the latest version could not be read. ${error.message}`;
  return toFailure({ ...error, message });
}

const plain = ({ id, title, color }: Segment): Segment => ({ id, title, color });

/** A refusal by this program, with the status of its code. */
const refuse = (code: ErrorCode, message: string): Failure => ({
  ok: false,
  error: { code, status: errorStatus[code], message, details: [], requestId: null },
});

/** A success without ETag, deletion and request id. */
function toSuccess<N extends 'upsertContact' | 'restoreContacts'>(data: Success<N>['data']) {
  const none = { etag: null, deletionId: null, requestId: null, repeated: false };
  return { ok: true, status: 200, data, meta: undefined, ...none } as unknown as Success<N>;
}

/** Converts an answer of the service to one of this program: errors get the codes of this API. */
function toResult<N extends OperationName>(result: RemoteResult<N> | Success<N>): Result<N> {
  return result.ok ? result : toFailure(result.error);
}

/** Converts an error of the service. Adds advice if the change may have been made without an answer. */
function toFailure({ unsettled, ...error }: RemoteError): Failure {
  const { details, requestId, retryAfter, repeated } = error;
  const outcome = unsettled && error.code === 'NETWORK' ? 'No response.' : error.message;
  const message = unsettled ? `${outcome} ${unsettled}` : outcome;
  const code = toErrorCode(error);
  const apiError: ApiError = { code, status: errorStatus[code], message, details, requestId };
  if (retryAfter) apiError.retryAfter = retryAfter;
  if (repeated) apiError.repeated = repeated;
  return { ok: false, error: apiError };
}

/** The code of this API for an error of the service; `UNAVAILABLE` for 401 and for codes that only the client has. */
function toErrorCode({ code, status }: RemoteError): ErrorCode {
  // The service rejected the console's token; the person is still signed in.
  if (status === 401) return 'UNAVAILABLE';
  return errorCodes.find((known) => known === code) ?? 'UNAVAILABLE';
}
