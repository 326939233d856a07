import { type ApiError, isMissing, isUnanswered } from '@/lib/client/api-error';
import type { CallInput, Client, Result } from '@/lib/client/client';
import type { Contact } from '@/lib/contract/contact';
import type { OperationName } from '@/lib/contract/operations';
import type { Abilities } from './abilities';
import type { Copy } from './copy';
import type { Health } from './health';
import type { Asked } from './operation-of';
import { Recorder } from './recorder';

/** What is done where the answer is one of success, though there is nothing in it. */
const DELETIONS: ReadonlySet<OperationName> = new Set<OperationName>(['deleteContact', 'deleteContacts']);

export interface CallParts {
  /** A client of the service. */
  client(): Client;
  /** The same, for what somebody waits for who can go on without. */
  brief: () => Client;
  /** The local API, over the copy. */
  localFetch(request: Request): Promise<Response>;
  copy: Copy;
  health: Health;
  abilities(): Abilities;
  /** Told that the service may no longer be what it was, and by what; `id` is the contact that the call was for. */
  doubt(name: OperationName, error: ApiError, id: string | undefined): void;
  /** Told that a contact may have been created without an answer: the next look at the list tells. */
  mayBeCreated(): void;
  log: { error(fields: object, message: string): void };
}

/** Calls of the service, of which is taken note, and what the copy has of the contact that a call is for. */
export class Calls {
  readonly recorder: Recorder;

  constructor(private readonly parts: CallParts) {
    this.recorder = new Recorder(parts.copy, parts.log);
  }

  /** Whether the service itself does this. */
  can(name: OperationName): boolean {
    return this.parts.abilities().operations.has(name);
  }

  /** Calls the service and takes note of how that went. A change is not given up when who asked goes away. */
  async call<N extends OperationName>(
    name: N,
    asked: Asked,
    change: Partial<Asked> = {},
    how: 'patiently' | 'briefly' = 'patiently',
  ): Promise<Result<N>> {
    const { client, brief, health, doubt } = this.parts;
    const { id, query, body, ifMatch, ifNoneMatch, idempotencyKey } = { ...asked, ...change };
    const { signal } = change;
    const given = { id, query, body, ifMatch, ifNoneMatch, idempotencyKey, signal };
    const input = given as unknown as CallInput<N>;
    const result = await (how === 'briefly' ? brief() : client()).call(name, input);
    const isDone = DELETIONS.has(name) && !result.ok && result.error.empty;
    health.note(isDone ? { ok: true } : result);
    if (!result.ok && !isDone && isDoubtful(result.error)) doubt(name, result.error, id);
    return result;
  }

  /** Asks the service for a contact, and records it, or that it is not there. */
  async readContact(asked: Asked, how?: 'patiently' | 'briefly'): Promise<Result<'getContact'>> {
    const since = new Date();
    const question = { query: new URLSearchParams(), ifMatch: undefined, body: undefined };
    const result = await this.call('getContact', asked, question, how);
    if (result.ok) await this.recorder.recordOf(result.data, (store) => store.sawOne(result.data, since));
    else await this.recordMissing(result.error, asked, since);
    return result;
  }

  /** Records that the service does not have a contact, where that is what it said. */
  async recordMissing(error: ApiError, { id }: Asked, since: Date): Promise<void> {
    if (id && isMissing(error)) await this.recorder.record((store) => store.vanished([id], since));
  }

  /** The contact as the copy has it. */
  async copyOf(id: string): Promise<Contact | null> {
    const response = await this.parts.localFetch(new Request(`http://copy/v1/contacts/${id}`));
    return response.ok ? ((await response.json()) as { data: Contact }).data : null;
  }
}

/** Whether the service, or the way to it, may have changed: what it can do is looked at again. */
const isDoubtful = (error: ApiError) =>
  error.code === 'BAD_RESPONSE' || error.code === 'FORBIDDEN' || isUnanswered(error);
