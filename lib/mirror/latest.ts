import { type ApiError, failure, isMissing } from '@/lib/client/api-error';
import type { Result } from '@/lib/client/client';
import type { Contact, ContactUpdate } from '@/lib/contract/contact';
import { changedUnseen, refusalOf, refuse, segmentsUnknown } from './answer';
import type { Calls } from './calls';
import { isMadeHere, mirroredContact, versionOf } from './mirrored-contact';
import type { Asked } from './operation-of';

/** What a service that knows no versions has now of a contact, before it is changed. */
export class Latest {
  private takesEmptyUpdates = true;

  constructor(private readonly calls: Calls) {}

  /** Refuses a change that is based on an older version, where the service itself knows no versions. */
  async stale(asked: Asked): Promise<Response | null> {
    if (!isMadeHere(asked.ifMatch) || !asked.id) return null;
    const copy = await this.calls.copyOf(asked.id);
    const latest = await this.latest(asked, copy);
    if (latest && !latest.ok)
      return refusalOf(isMissing(latest.error) ? latest.error : notSent(latest.error));
    // The list of segments replaces what is assigned: what nobody here knows of would be lost.
    if (!latest && hasSegments(asked.body)) return segmentsUnknown();
    const contact = latest?.data ?? copy;
    if (!contact || versionOf(contact) === asked.ifMatch) return null;
    // What it is now only the copy can tell: where that cannot, whoever asks would send the same again and again.
    const tells = this.calls.can('getContact');
    const told = tells || !latest ? null : await this.calls.copyOf(asked.id);
    if (told && versionOf(told) !== versionOf(contact)) {
      const unheld = unheldOf(contact);
      const without = { ...told, ...Object.fromEntries(unheld.map((name) => [name, null])) };
      const isRest = versionOf(told) === asked.ifMatch && versionOf(without) === versionOf(contact);
      const sent = asked.body as ContactUpdate | undefined;
      return isRest && unheld.every((name) => sent?.[name]) ? null : changedUnseen(contact, isRest);
    }
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
    if (this.calls.can('getContact')) return this.calls.readContact(asked, 'briefly');
    if (!this.takesEmptyUpdates) return null;
    const since = new Date();
    const query = new URLSearchParams();
    const question = { query, ifMatch: undefined, body: {} };
    const result = await this.calls.call('updateContact', asked, question, 'briefly');
    if (result.ok && copy && isMadeOf({}, result.data, copy)) return this.unmake(asked, since);
    if (result.ok)
      await this.calls.recorder.recordOf(result.data, (store) => store.sawOne(result.data, since));
    else await this.calls.recordMissing(result.error, asked, since);
    if (result.ok || ![400, 422, 500].includes(result.error.status)) return result;
    // A 500 may be what it makes of such an update, or a bad moment: the next time tells.
    this.takesEmptyUpdates = result.error.status === 500;
    return null;
  }

  /**
   * An update, with what the copy had of the contact before. Where nobody could ask whether the service still had it, and
   * it has made a contact of the few fields that were to be changed, that is taken away again, and the contact is gone.
   */
  async updated(
    asked: Asked,
    result: Result<'upsertContact' | 'updateContact'>,
    before: Contact | null,
  ): Promise<Result<'upsertContact' | 'updateContact'>> {
    if (!result.ok || !before || !isMadeOf(asked.body as ContactUpdate, result.data, before)) return result;
    return this.unmake(asked, new Date());
  }

  /** Takes away again what a service made of an update of a contact that it no longer had. */
  private async unmake(asked: Asked, since: Date): Promise<Result<'updateContact'>> {
    await this.calls.call('deleteContact', asked, {
      query: new URLSearchParams(),
      ifMatch: undefined,
      body: undefined,
    });
    const error = failure('NOT_FOUND', 404, 'The contacts service no longer has the contact.');
    await this.calls.recordMissing(error, asked, since);
    return { ok: false, error };
  }
}

/** What the copy cannot hold of a contact. Where it sees no other difference, that can be corrected. */
function unheldOf(contact: Contact): ('email' | 'phone')[] {
  const held = mirroredContact(contact);
  return (['email', 'phone'] as const).filter((name) => contact[name] && !held[name]);
}

/**
 * Whether it is not the one that the copy has seen, but one that an update has made: it came later, has nothing but what was
 * sent, and not all that the other one had.
 */
function isMadeOf(sent: ContactUpdate, made: Contact, seen: Contact): boolean {
  const has = valuesOf(made);
  return (
    made.createdAt > seen.createdAt &&
    [...has].every((name) => name in sent) &&
    [...valuesOf(seen)].some((name) => !has.has(name))
  );
}

/** The fields of a contact that have a value, as a request names them. */
function valuesOf({ email, phone, contact, segments }: Contact): Set<string> {
  const values = Object.entries({ email, phone, ...contact, segmentIds: segments.length });
  return new Set(values.flatMap(([name, value]) => (value ? [name] : [])));
}

const hasSegments = (body: unknown) => typeof body === 'object' && body !== null && 'segmentIds' in body;

/** A change that waits for the answer to a question is not made without it. */
const notSent = (error: ApiError): ApiError => ({
  ...error,
  message: `${error.message} Whether somebody else has changed the contact could not be asked, so nothing was sent.`,
  unsettled: undefined,
});
