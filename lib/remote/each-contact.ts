import type { CallInput } from '@/lib/call';
import type { ContactRow } from '@/lib/contacts/contact-row';
import type { ContactRequest, StoredContacts } from '@/lib/contacts/decide';
import { readContacts } from '@/lib/contacts/read';
import type { Actor } from '@/lib/contract/actor';
import type { ContactUpsert } from '@/lib/contract/contact';
import type { Database } from '@/lib/database/database';
import type { Job } from '@/lib/jobs/job';
import { isMissing, type RemoteError } from './client/api-error';
import { recordedBy } from './contact-store';
import { inParallel, type Remote } from './remote';

/** What to send for one contact. */
export type Step =
  | { delete: string }
  | { update: string; body: CallInput<'updateContact'>['body'] }
  | { upsert: ContactUpsert };

/** `isCreated`: the service says that it was. */
export type Sent = { ok: true; id: string; isCreated: boolean } | { ok: false; error: RemoteError };

export interface Parts {
  database: Database;
  remote: Remote;
}

/** How a job changes one contact at the service. */
export interface Turn<Item> {
  /** The contact as the replica has it. */
  find(item: Item): Promise<ContactRow | null>;
  /** What to send, given the contact as the service has it; `null`: nothing. */
  decide(item: Item, contact: ContactRow | null): Step | null | Promise<Step | null>;
  /**
   * Records what became of it at once, so that a repeated piece goes on where this one stopped.
   *
   * @throws JobFailure or JobPause (`reasonOf`) where the service would refuse the others as well.
   */
  settle(item: Item, contact: ContactRow | null, sent: Sent | null): Promise<void>;
}

/** Changes contacts at the service by one or two calls each. Items that may be about one contact go in their order. */
export async function eachContact<Item>(
  { remote }: Parts,
  job: Job,
  items: readonly Item[],
  turn: Turn<Item>,
  isOrdered = false,
): Promise<void> {
  const change = async (item: Item) => {
    let contact = await turn.find(item);
    if (contact && remote.canGet) {
      const latest = await remote.get(contact.id);
      if (!latest.ok && !isMissing(latest.error)) return turn.settle(item, contact, latest);
      contact = await turn.find(item);
    }
    const step = await turn.decide(item, contact);
    await turn.settle(item, contact, step && (await send(remote, job, step)));
  };
  if (isOrdered) for (const item of items) await change(item);
  else await inParallel(items, change);
}

async function send(remote: Remote, job: Job, step: Step): Promise<Sent> {
  const by = recordedBy(job);
  if ('delete' in step) {
    const { result, isDone } = await remote.delete(step.delete, by, job.id);
    return result.ok || isDone ? { ok: true, id: step.delete, isCreated: false } : result;
  }
  if ('update' in step) {
    const result = await remote.update(step.update, step.body, by);
    return result.ok ? { ok: true, id: step.update, isCreated: false } : result;
  }
  const { result, outcome } = await remote.upsert(step.upsert, by);
  return result.ok ? { ok: true, id: result.data.id, isCreated: outcome === 'created' } : result;
}

/** What the replica has of the contacts that a request leads to. */
export async function readReplica(
  database: Database,
  { organizationId, askedBy: { actor, requestId } }: Job,
  request: ContactRequest,
): Promise<StoredContacts> {
  const context = { database, organizationId, actor: actor as Actor, requestId };
  return (await readContacts(context, [request])).stored;
}

export async function readById(database: Database, job: Job, id: string): Promise<ContactRow | null> {
  return (await readReplica(database, job, { id, fields: {} })).contact(id);
}
