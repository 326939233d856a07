import { type ApiError, failure, isMissing, isUnanswered } from '@/lib/client/api-error';
import type { CallInput, Client, Result } from '@/lib/client/client';
import type { Unreadable } from '@/lib/client/unreadable';
import { cannot } from '@/lib/contract/connection';
import type { Contact, ContactUpsert } from '@/lib/contract/contact';
import type { OperationName } from '@/lib/contract/operations';
import type { Segment } from '@/lib/contract/segment';
import type { ContactVerdict } from '@/lib/contract/verdict';
import { type Abilities, SEGMENTS_UNTOLD } from './abilities';
import {
  answerOf,
  changedUnseen,
  copyAnswer,
  countAnswer,
  refusalOf,
  refuse,
  segmentsUnknown,
} from './answer';
import type { Copy } from './copy';
import type { Health } from './health';
import { isMadeHere, versionOf } from './mirrored-contact';
import { type Asked, operationOf } from './operation-of';
import { authorOf, Recorder, SERVICE } from './recorder';
import { unlessAborted, within } from './within';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** What is done where the answer is one of success, though there is nothing in it. */
const DELETIONS: ReadonlySet<OperationName> = new Set<OperationName>(['deleteContact', 'deleteContacts']);
/** How long a page waits for the service before it shows what the copy has. */
const PATIENCE = 2_500;

export interface DoorParts {
  /** A client of the service; `actor` is the person it acts for. */
  client(actor?: string): Client;
  /** The same, for what somebody waits for who can go on without. */
  brief: () => Client;
  /** The local API, over the copy. */
  localFetch(request: Request): Promise<Response>;
  copy: Copy;
  health: Health;
  abilities(): Abilities;
  /** Told that the service may no longer be what it was, and by what; `id` is the contact that the call was for. */
  doubt(name: OperationName, error: ApiError, id: string | undefined): void;
  log: { error(fields: object, message: string): void };
}

/** The `fetch` of the console's client: asks the service, or the copy where the service cannot answer, and records. */
export class Door {
  private readonly recorder: Recorder;
  private takesEmptyUpdates = true;
  /** Whether the service was asked for its segments, and has not told them since. */
  private segmentsAreLate = false;
  /** Contacts of deletions whose answer was lost: the next one may find done what those have done. */
  private readonly inDoubt = new Set<string>();

  constructor(private readonly parts: DoorParts) {
    this.recorder = new Recorder(parts.copy, parts.log);
  }

  /** Whoever asks waits no longer than they want to; what they asked for goes on. */
  readonly fetch = (request: Request): Promise<Response> =>
    unlessAborted(request.signal, this.answer(request));

  private async answer(request: Request): Promise<Response> {
    const asked = await operationOf(request);
    if (!asked) return refuse('NOT_FOUND', 'There is no such path in this API.');
    // A malformed id is an id that does not exist, to whichever service.
    if (asked.id !== undefined && !UUID.test(asked.id)) return refuse('NOT_FOUND', 'There is no such id.');
    const { operations, searches } = this.parts.abilities();
    if (searches) return operations.has(asked.name) ? this.pass(asked) : this.cannotAnswer(asked.name);
    switch (asked.name) {
      case 'listContacts':
      case 'countContactSegments':
      case 'listActivity':
      case 'getOrganization':
        return this.fromCopy(request, asked);
      case 'getContact':
        return operations.has('getContact') ? this.getContact(request, asked) : this.fromCopy(request, asked);
      case 'previewContact':
        return operations.has('previewContact') ? this.pass(asked) : this.previewFromCopy(request, asked);
      case 'listSegments':
        return this.listSegments(request, asked);
      case 'upsertContact':
      case 'updateContact':
        return this.save(request, asked);
      case 'deleteContact':
        return this.deleteContact(request, asked);
      case 'deleteContacts':
        return this.deleteContacts(asked);
      default:
        return operations.has(asked.name) ? this.pass(asked) : this.cannotAnswer(asked.name);
    }
  }

  /** Calls the service and takes note of how that went. A change is not given up when who asked goes away. */
  private async call<N extends OperationName>(
    name: N,
    asked: Asked,
    change: Partial<Asked> = {},
    how: 'patiently' | 'briefly' = 'patiently',
  ): Promise<Result<N>> {
    const { client, brief, health, abilities, doubt } = this.parts;
    const { id, query, body, ifMatch, ifNoneMatch } = { ...asked, ...change };
    // Names of people go to another Roster only, which records them.
    const actor = abilities().searches ? asked.actor : undefined;
    const input = { id, query, body, ifMatch, ifNoneMatch, signal: change.signal } as unknown as CallInput<N>;
    const result = await (how === 'briefly' ? brief() : client(actor)).call(name, input);
    const isDone = DELETIONS.has(name) && !result.ok && result.error.empty;
    health.note(isDone ? { ok: true } : result);
    if (!result.ok && !isDone && isDoubtful(result.error)) doubt(name, result.error, id);
    return result;
  }

  private cannotAnswer(name: OperationName): Response {
    return refuse('NOT_FOUND', this.parts.abilities().why(name));
  }

  private async pass(asked: Asked): Promise<Response> {
    return answerOf(await this.call(asked.name, asked));
  }

  /** What the copy has. While that is empty because the service was never reached, that is said instead. */
  private async fromCopy(request: Request, asked: Asked): Promise<Response> {
    const { health, localFetch, copy } = this.parts;
    if (health.isAway && health.lastError && asked.name === 'listContacts' && !(await copy.store.abilities()))
      return refuse('UNAVAILABLE', `${health.lastError.message} There is no copy of its contacts yet.`);
    const response = await localFetch(request);
    if (asked.name !== 'getContact' || !response.ok) return response;
    const { data } = (await response.json()) as { data: Contact };
    return copyAnswer(data, response);
  }

  /** As far as the copy knows: it has no referral codes, and its versions mean nothing to the service. */
  private async previewFromCopy(request: Request, asked: Asked): Promise<Response> {
    const { referralCode: _, ...body } = asked.body as ContactUpsert;
    const { method } = request;
    const response = await this.parts.localFetch(
      new Request(request, { method, body: JSON.stringify(body) }),
    );
    if (!response.ok) return response;
    const { data } = (await response.json()) as { data: ContactVerdict };
    return new Response(JSON.stringify({ data: { ...data, etag: null } }), { headers: response.headers });
  }

  private async getContact(request: Request, asked: Asked): Promise<Response> {
    const answer = this.readContact(asked).then((result) =>
      result.ok ? { ...result, etag: result.etag ?? versionOf(result.data) } : result,
    );
    const soon = await within(this.parts.health.isAway ? 0 : PATIENCE, answer);
    if (soon && (soon.ok || !(isOutage(soon.error) || isMissing(soon.error)))) return answerOf(soon);
    // What the service no longer has the copy still shows, marked.
    const copy = await this.fromCopy(request, asked);
    return copy.ok ? copy : answerOf(await answer);
  }

  /** Asks the service for a contact, and records it, or that it is not there. */
  private async readContact(asked: Asked, how?: 'patiently' | 'briefly'): Promise<Result<'getContact'>> {
    const since = new Date();
    const question = { query: new URLSearchParams(), ifMatch: undefined, body: undefined };
    const result = await this.call('getContact', asked, question, how);
    if (result.ok) await this.recorder.recordOf(result.data, (store) => store.sawOne(result.data, since));
    else await this.recordMissing(result.error, asked, since);
    return result;
  }

  private async recordMissing(error: ApiError, { id }: Asked, since: Date): Promise<void> {
    if (id && isMissing(error)) await this.recorder.record((store) => store.vanished([id], since));
  }

  private async listSegments(request: Request, asked: Asked): Promise<Response> {
    const answer = this.readSegments(asked);
    const soon = await within(this.parts.health.isAway || this.segmentsAreLate ? 0 : PATIENCE, answer);
    this.segmentsAreLate ||= !soon;
    const copy = await this.parts.localFetch(request);
    if (!copy.ok) return soon ? answerOf(soon) : copy;
    const { data } = (await copy.clone().json()) as { data: Segment[] };
    if (data.length === 0 && !soon) {
      const late = await within(PATIENCE, answer);
      return late ? answerOf(late) : refusalOf(SEGMENTS_UNTOLD);
    }
    if (!soon?.ok) return data.length > 0 || !soon ? copy : answerOf(soon);
    const counts = new Map(data.map(({ id, contactCount }) => [id, contactCount]));
    const segments = soon.data.map((segment) =>
      asked.query.has('include') ? { ...segment, contactCount: counts.get(segment.id) ?? 0 } : segment,
    );
    return answerOf({ ...soon, data: segments });
  }

  /** Asks the service for its segments, and records them. `signal` gives it up. */
  async readSegments(
    asked: Pick<Asked, 'actor'> = { actor: undefined },
    signal?: AbortSignal,
  ): Promise<Result<'listSegments'>> {
    const since = new Date();
    const question = { query: new URLSearchParams(), signal };
    const result = await this.call('listSegments', asked as Asked, question);
    this.segmentsAreLate = result.ok ? false : this.segmentsAreLate || result.error.late === true;
    if (!result.ok) return result;
    const { unreadable: [first, ...others] = [], status, requestId } = result;
    if (first) this.parts.health.noteLeftOut(leftOutWords(first, others.length), status, requestId);
    await this.parts.copy.hasSegments(result.data.map(({ id }) => id));
    await this.recorder.record((store) => store.sawSegments(result.data, since));
    const data = [...result.data].sort((a, b) => a.title.localeCompare(b.title, 'en'));
    return { ...result, data };
  }

  private async save(request: Request, asked: Asked): Promise<Response> {
    const name = asked.name as 'upsertContact' | 'updateContact';
    const stale = await this.stale(request, asked);
    if (stale) return stale;
    const since = new Date();
    const ifMatch = isMadeHere(asked.ifMatch) ? undefined : asked.ifMatch;
    const result = await this.call(name, asked, { ifMatch });
    if (!result.ok) {
      await this.recordMissing(result.error, asked, since);
      return refusalOf(result.error);
    }
    const created =
      name === 'upsertContact' && isNew(result, since) && !(await this.knew(result.data, since));
    await this.recorder.recordOf(result.data, (store) =>
      store.changed(result.data, since, authorOf(asked, result.requestId), created),
    );
    return answerOf({
      ...result,
      status: created ? 201 : 200,
      etag: result.etag ?? versionOf(result.data),
    });
  }

  /** Whether the copy has seen the contact before. */
  private async knew({ id }: Contact, before: Date): Promise<boolean> {
    const sightings = await this.recorder.record((store) => store.sightings([id]));
    const seenAt = sightings?.[id]?.seenAt;
    return seenAt !== undefined && Date.parse(seenAt) < before.getTime();
  }

  private async deleteContact(request: Request, asked: Asked): Promise<Response> {
    const stale = await this.stale(request, asked);
    if (stale) return stale;
    const id = asked.id ?? '';
    const before = await this.copyOf(request, id);
    const since = new Date();
    const ifMatch = isMadeHere(asked.ifMatch) ? undefined : asked.ifMatch;
    const result = await this.call('deleteContact', asked, { ifMatch });
    const wasInDoubt = this.doubted(result, [id]) > 0;
    if (result.ok) {
      await this.recorder.recordOf(result.data, async (store) => {
        // As it was at last, it is to be created anew: others may have changed it since the copy saw it.
        await store.saw([result.data], since);
        await store.deleted([id], authorOf(asked, result.requestId));
      });
      return answerOf({ ...result, deletionId: null });
    }
    const { empty, repeated } = result.error;
    if (!isMissing(result.error) && !(empty && before)) return refusalOf(result.error);
    // It is done, and nothing more is said; or the answer to an earlier try was lost, and this one found it done.
    if ((empty || repeated || wasInDoubt) && before) {
      await this.recorder.record((store) => store.deleted([id], authorOf(asked, result.error.requestId)));
      return copyAnswer(before);
    }
    await this.recorder.record((store) => store.deleted([id], SERVICE));
    return refusalOf(result.error);
  }

  private async deleteContacts(asked: Asked): Promise<Response> {
    if (!this.parts.abilities().operations.has('deleteContacts'))
      return refuse('METHOD_NOT_ALLOWED', this.parts.abilities().why('deleteContacts'));
    const result = await this.call('deleteContacts', asked);
    const { ids } = asked.body as { ids: string[] };
    const doubted = this.doubted(result, ids);
    if (!result.ok && result.error.empty) return this.deletedUncounted(ids, asked, result.error);
    // Whoever asks can still delete one after the other.
    if (!result.ok && (isUnanswered(result.error) || isMissing(result.error)))
      return refuse('METHOD_NOT_ALLOWED', cannot('deleteContacts'));
    if (!result.ok) return refusalOf(result.error);
    // Whichever of them the service did not have, it does not have either.
    if (result.data.count > 0) await this.parts.copy.confirm();
    // Of none of them it was this call.
    const wasDone = result.data.count > 0 || result.repeated || doubted > 0;
    const author = wasDone ? authorOf(asked, result.requestId) : SERVICE;
    const known = await this.recorder.record((store) => store.deleted(ids, author));
    // Of a call whose answer was lost, the next one finds nothing left to count.
    const most = result.repeated ? ids.length : Math.min(ids.length, result.data.count + doubted);
    const count = Math.max(result.data.count, Math.min(most, known ?? 0));
    return answerOf({ ...result, data: { count }, deletionId: null });
  }

  /** Takes note of how a deletion went. Returns of how many it was not known whether one before had deleted them. */
  private doubted(result: { ok: true } | { ok: false; error: ApiError }, ids: string[]): number {
    const before = ids.filter((id) => this.inDoubt.has(id));
    const isLost = !result.ok && result.error.unsettled !== undefined && !result.error.empty;
    for (const id of ids)
      if (isLost) this.inDoubt.add(id);
      else this.inDoubt.delete(id);
    return before.length;
  }

  /** It is done, and nothing more is said: what was deleted are those that nobody knew to be gone. */
  private async deletedUncounted(ids: string[], asked: Asked, { requestId }: ApiError): Promise<Response> {
    const count = await this.recorder.record(async (store) => {
      const sightings = Object.values(await store.sightings(ids));
      const gone = sightings.filter(({ vanishedAt }) => vanishedAt !== null).length;
      return Math.max(0, (await store.deleted(ids, authorOf(asked, requestId))) - gone);
    });
    return countAnswer(count ?? ids.length, requestId);
  }

  /** Refuses a change that is based on an older version, where the service itself knows no versions. */
  private async stale(request: Request, asked: Asked): Promise<Response | null> {
    if (!isMadeHere(asked.ifMatch) || !asked.id) return null;
    const copy = await this.copyOf(request, asked.id);
    const latest = await this.latest(asked, copy);
    if (latest && !latest.ok)
      return refusalOf(isMissing(latest.error) ? latest.error : notSent(latest.error));
    // The list of segments replaces what is assigned: what nobody here knows of would be lost.
    if (!latest && hasSegments(asked.body)) return segmentsUnknown();
    const contact = latest?.data ?? copy;
    if (!contact || versionOf(contact) === asked.ifMatch) return null;
    // What it is now only the copy can tell: where that cannot, whoever asks would send the same again and again.
    const tells = this.parts.abilities().operations.has('getContact');
    const told = tells || !latest ? null : await this.copyOf(request, asked.id);
    if (told && versionOf(told) !== versionOf(contact)) return changedUnseen(contact);
    return refuse('PRECONDITION_FAILED', 'The contact has changed since it was read.');
  }

  /**
   * The contact as the service has it now. Where it cannot be asked for, an update that names no field is answered with
   * it; `null` from a service that takes no such update.
   */
  private async latest(
    asked: Asked,
    copy: Contact | null,
  ): Promise<Result<'getContact' | 'updateContact'> | null> {
    if (this.parts.abilities().operations.has('getContact')) return this.readContact(asked, 'briefly');
    if (!this.takesEmptyUpdates) return null;
    const since = new Date();
    const query = new URLSearchParams();
    const question = { query, ifMatch: undefined, body: {} };
    const result = await this.call('updateContact', asked, question, 'briefly');
    if (result.ok && copy && isMadeByAsking(result.data, copy)) return this.unmake(asked, since);
    if (result.ok) await this.recorder.recordOf(result.data, (store) => store.sawOne(result.data, since));
    else await this.recordMissing(result.error, asked, since);
    if (result.ok || ![400, 422, 500].includes(result.error.status)) return result;
    // A 500 may be what it makes of such an update, or a bad moment: the next time tells.
    this.takesEmptyUpdates = result.error.status === 500;
    return null;
  }

  /** Takes away again what a service made of an update of a contact that it no longer had. */
  private async unmake(asked: Asked, since: Date): Promise<Result<'updateContact'>> {
    await this.call('deleteContact', asked, {
      query: new URLSearchParams(),
      ifMatch: undefined,
      body: undefined,
    });
    const error = failure('NOT_FOUND', 404, 'The contacts service no longer has the contact.');
    await this.recordMissing(error, asked, since);
    return { ok: false, error };
  }

  private async copyOf(request: Request, id: string): Promise<Contact | null> {
    const { pathname } = new URL(request.url);
    const url = new URL(`${pathname.slice(0, pathname.indexOf('/v1'))}/v1/contacts/${id}`, request.url);
    const response = await this.parts.localFetch(new Request(url));
    return response.ok ? ((await response.json()) as { data: Contact }).data : null;
  }
}

/** Whether there is nothing in it, and it is not the one that the copy has seen: an update of nothing has made it. */
const isMadeByAsking = ({ email, phone, contact, segments, createdAt }: Contact, copy: Contact) =>
  createdAt > copy.createdAt &&
  !email &&
  !phone &&
  Object.keys(contact).length === 0 &&
  segments.length === 0;

const hasSegments = (body: unknown) => typeof body === 'object' && body !== null && 'segmentIds' in body;

/** Which segments of the service's list cannot be used: the first one, and how many more there are. */
function leftOutWords(first: Unreadable, more: number): string {
  const named = `Segment ${first.id ?? first.position} of its list was left out. ${first.problem}`;
  if (more === 0) return named;
  return `${named} ${more === 1 ? '1 more was' : `${more.toLocaleString('en')} more were`} left out.`;
}

/** A change that waits for the answer to a question is not made without it. */
const notSent = (error: ApiError): ApiError => ({
  ...error,
  message: `${error.message} Whether somebody else has changed the contact could not be asked, so nothing was sent.`,
  unsettled: undefined,
});

/** Milliseconds by which times may differ that are told in whole seconds. */
const ROUNDING = 2_000;
/** Milliseconds between two looks of a service at its clock while it makes one contact. */
const TWO_LOOKS = 250;

/**
 * Statuses are not part of the published interface: a service that answers 200 to both, or 201 to both, is told by the
 * times, of its own clock. A contact that was made before the call was there before, though it may never have been updated.
 */
function isNew({ status, data, answeredAt }: Result<'upsertContact'> & { ok: true }, asked: Date): boolean {
  const createdAt = Date.parse(data.createdAt);
  const wasUpdated = Date.parse(data.updatedAt) - createdAt > TWO_LOOKS;
  if (status === 201) return !wasUpdated;
  const took = Date.now() - asked.getTime();
  const age = (answeredAt ?? new Date()).getTime() - createdAt;
  return !wasUpdated && age <= took + ROUNDING;
}

/** Of a read: the copy is shown instead. */
const isOutage = ({ code, status }: ApiError) =>
  (code === 'BAD_RESPONSE' && status >= 400) ||
  status === 0 ||
  status === 401 ||
  status === 408 ||
  status >= 500;

/** Whether the service, or the way to it, may have changed: what it can do is looked at again. */
const isDoubtful = (error: ApiError) =>
  error.code === 'BAD_RESPONSE' || error.code === 'FORBIDDEN' || isUnanswered(error);
