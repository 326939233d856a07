import { type ApiError, isMissing } from '@/lib/client/api-error';
import type { Result } from '@/lib/client/client';
import type { Unreadable } from '@/lib/client/unreadable';
import type { Contact, ContactUpsert } from '@/lib/contract/contact';
import type { ContactPreview } from '@/lib/contract/contact-preview';
import type { OperationName } from '@/lib/contract/operations';
import type { Segment } from '@/lib/contract/segment';
import { SEGMENTS_UNTOLD } from './abilities';
import { answerOf, copyAnswer, refusalOf, refuse } from './answer';
import { type CallParts, Calls } from './calls';
import { Deletions } from './deletions';
import { isMadeHere, versionOf } from './mirrored-contact';
import { type Asked, operationOf } from './operation-of';
import { authorOf, type Recorder } from './recorder';
import { refuseStale } from './refuse-stale';
import { unlessAborted, within } from './within';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** How long a page waits for the service before it shows what the copy has. */
const PATIENCE = 2_500;

/** The `fetch` of the console's client: asks the service, or the copy where the service cannot answer, and records. */
export class Door {
  private readonly calls: Calls;
  private readonly recorder: Recorder;
  private readonly deletions: Deletions;
  /** Whether the service was asked for its segments, and has not told them since. */
  private segmentsAreLate = false;

  constructor(private readonly parts: CallParts) {
    this.calls = new Calls(parts);
    this.recorder = this.calls.recorder;
    this.deletions = new Deletions(this.calls, parts);
  }

  /** Whoever asks waits no longer than they want to; what they asked for goes on. */
  readonly fetch = (request: Request): Promise<Response> =>
    unlessAborted(request.signal, this.answer(request));

  private async answer(request: Request): Promise<Response> {
    const asked = await operationOf(request);
    if (!asked) return refuse('NOT_FOUND', 'There is no such path in this API.');
    // A malformed id is an id that does not exist, to whichever service.
    if (asked.id !== undefined && !UUID.test(asked.id)) return refuse('NOT_FOUND', 'There is no such id.');
    // An update of nothing is a read: another service's PUT may clear what it is not given.
    if (asked.name === 'updateContact' && Object.keys(asked.body ?? {}).length === 0)
      return this.answer(new Request(request.url, { headers: request.headers, signal: request.signal }));
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
        return this.save(asked);
      case 'deleteContact':
        return this.deletions.deleteContact(asked);
      case 'deleteContacts':
        return this.deletions.deleteContacts(asked);
      default:
        return operations.has(asked.name) ? this.pass(asked) : this.cannotAnswer(asked.name);
    }
  }

  private cannotAnswer(name: OperationName): Response {
    return refuse('NOT_FOUND', this.parts.abilities().why(name));
  }

  private async pass(asked: Asked): Promise<Response> {
    return answerOf(await this.calls.call(asked.name, asked));
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
    const { data } = (await response.json()) as { data: ContactPreview };
    return new Response(JSON.stringify({ data: { ...data, etag: null } }), { headers: response.headers });
  }

  private async getContact(request: Request, asked: Asked): Promise<Response> {
    const answer = this.calls
      .readContact(asked)
      .then((result) => (result.ok ? { ...result, etag: result.etag ?? versionOf(result.data) } : result));
    const soon = await within(this.parts.health.isAway ? 0 : PATIENCE, answer);
    if (soon && (soon.ok || !(isOutage(soon.error) || isMissing(soon.error)))) return answerOf(soon);
    // What the service no longer has the copy still shows, marked.
    const copy = await this.fromCopy(request, asked);
    return copy.ok ? copy : answerOf(await answer);
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
    const result = await this.calls.call('listSegments', asked as Asked, question);
    this.segmentsAreLate = result.ok ? false : this.segmentsAreLate || result.error.late === true;
    if (!result.ok) return result;
    const { unreadable: [first, ...others] = [], status, requestId } = result;
    if (first) this.parts.health.noteLeftOut(leftOutWords(first, others.length), status, requestId);
    await this.parts.copy.hasSegments(result.data.map(({ id }) => id));
    await this.recorder.record((store) => store.sawSegments(result.data, since));
    const data = [...result.data].sort((a, b) => a.title.localeCompare(b.title, 'en'));
    return { ...result, data };
  }

  private async save(asked: Asked): Promise<Response> {
    const name = asked.name as 'upsertContact' | 'updateContact';
    const stale = await refuseStale(this.calls, asked);
    if (stale) return stale;
    const since = new Date();
    const ifMatch = isMadeHere(asked.ifMatch) ? undefined : asked.ifMatch;
    const result = await this.calls.call(name, asked, { ifMatch });
    if (!result.ok) {
      await this.calls.recordMissing(result.error, asked, since);
      if (name === 'upsertContact' && result.error.unsettled) this.parts.mayBeCreated();
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
}

/** Which segments of the service's list cannot be used: the first one, and how many more there are. */
function leftOutWords(first: Unreadable, more: number): string {
  const named = `Segment ${first.id ?? first.position} of its list was left out. ${first.problem}`;
  if (more === 0) return named;
  return `${named} ${more === 1 ? '1 more was' : `${more.toLocaleString('en')} more were`} left out.`;
}

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
