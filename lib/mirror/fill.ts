import { failure, isMissing, isUnanswered } from '@/lib/client/api-error';
import type { Contact } from '@/lib/contract/contact';
import { type Copy, WANDERS } from './copy';
import { type Claim, LostLease } from './fill-progress';
import { CONCURRENCY, FillFailed, type Filling, ListReader } from './list-reader';

/** Seconds until a list that did not bring everything is read again: to read it is a burden to the other side. */
const REST = 600;
/** The same, where it is not to be expected that it will. */
const LONG_REST = 3_600;
/** Before every id there is. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export interface FillParts extends Omit<Filling, 'store' | 'progress' | 'check'> {
  copy: Copy;
}

const UNCERTAIN = 'The service has not told of which organization the API token is.';

/** The service answers for another organization than the one whose copy is filled. */
export class OtherOrganization extends Error {
  override readonly name = 'OtherOrganization';
}

/**
 * Brings every page of the service's list into the copy, from the page on where the claimed fill was interrupted, and
 * marks what the service no longer has. A list whose contacts moved meanwhile, or that brought fewer than it says it has
 * though it may have more, is read once more, from the start, as is one where only that tells what is gone; where that is no better the copy is not called complete.
 *
 * @throws FillFailed, LostLease, the signal's reason, and what the database throws. Progress is kept in any case.
 */
export async function fill({ copy, ...rest }: FillParts, claim: Claim): Promise<void> {
  const { store, progress } = copy;
  const parts: Filling = {
    ...rest,
    store,
    progress,
    async check(contact) {
      if (contact && !(await copy.belongsTo(contact.organizationId)))
        throw new FillFailed({ ...failure('BAD_RESPONSE', 200, WANDERS), retryAfter: LONG_REST });
      if (copy.store !== store) throw new OtherOrganization();
      // Of an empty list above all: it is no word on the contacts of another organization.
      if (!copy.isCertain) throw new FillFailed(failure('BAD_RESPONSE', 200, UNCERTAIN));
    },
  };
  let latest = claim;
  let list = new ListReader(parts, latest);
  await list.read('while it holds still');
  let lack = await lackOf(parts, latest, list);
  // Others may have moved while it was read, and the total be as before: gone is what a second reading does not bring either.
  const mayBeGone = !rest.canGet && !lack && (await progress.unseen(claim.startedAt, FIRST_ID, 1)).length > 0;
  if (list.isOther || lack?.mayPass || mayBeGone) {
    const anew = await progress.claim(new Date(), 'anew');
    if (!anew) throw new LostLease();
    latest = anew;
    list = new ListReader(parts, latest);
    await list.read('to its end');
    lack = await lackOf(parts, latest, list);
  }
  // Where the service says that it has more than its list brings, what is missing may be among those.
  if (rest.canGet ? !list.refusal : !lack) await markVanished(parts, rest.canGet ? latest : claim, list);
  // Those that were asked for one by one were seen as well.
  lack &&= await lackOf(parts, latest, list);
  await progress.finish(lack);
  const retryAfter = lack?.mayPass ? REST : LONG_REST;
  if (lack?.why) throw new FillFailed({ ...failure('BAD_RESPONSE', 200, lack.why), retryAfter });
}

/** What keeps a list that was read to its end from being all that the service says it has. */
interface Lack {
  /** How many contacts of it were seen. */
  seen: number;
  /**
   * A sentence for people; `null` where it brought everything that is in it. Then the pages are believed, and not the
   * total: that may be an estimate, or of something else, and no further reading brings what no page has.
   */
  why: string | null;
  /** Whether it may be another time. */
  mayPass: boolean;
}

async function lackOf({ progress }: Filling, { startedAt }: Claim, list: ListReader): Promise<Lack | null> {
  const seen = await progress.seenSince(startedAt);
  if (list.hasSlid) return { seen, why: MOVED, mayPass: true };
  // Complete is a copy as of when its fill began: what was added since may stand in front of what was read.
  if (seen >= Math.min(list.total ?? list.brought, list.firstTotal)) return null;
  const { refusal } = list;
  if (refusal) return { seen, why: refusal.why, mayPass: refusal.mayPass };
  if (list.brought > seen)
    return { seen, why: 'Its pages brought some of its contacts more than once.', mayPass: true };
  return { seen, why: null, mayPass: list.hasShrunk };
}

const MOVED =
  'While they were read, contacts moved to pages that had been read before, as they do when others are deleted.';

/** Marks what this fill did not see. Pages shift while they are read, so where it can the service is asked for each. */
async function markVanished(parts: Filling, claim: Claim, list: ListReader): Promise<void> {
  const { progress, store, canGet } = parts;
  for (let after = FIRST_ID; ; ) {
    const ids = await progress.unseen(claim.startedAt, after, 100);
    const last = ids.at(-1);
    if (!last) return;
    if (canGet && after === FIRST_ID && !(await tellsOfContacts(parts, claim))) return;
    after = last;
    const asked = new Date();
    const { gone, contacts } = canGet ? await askForEach(parts, [...ids]) : { gone: ids, contacts: [] };
    await store.vanished(gone, asked);
    await progress.advance({ contacts, unreadable: [], asked }, list);
  }
}

/** Only a service that tells of a contact that is there is believed that another one is not. */
async function tellsOfContacts({ client, note, signal, progress }: Filling, { startedAt }: Claim) {
  const id = await progress.someSeen(startedAt);
  // Its list is empty.
  if (!id) return true;
  const result = await client.call('getContact', { id, signal });
  note(result);
  if (result.ok || isMissing(result.error) || isUnanswered(result.error)) return result.ok;
  throw new FillFailed(result.error);
}

/** Which of these contacts the service does not have, and the others as it has them. */
async function askForEach({ client, note, signal }: Filling, ids: string[]) {
  const gone: string[] = [];
  const contacts: Contact[] = [];
  const worker = async () => {
    for (let id = ids.pop(); id; id = ids.pop()) {
      const result = await client.call('getContact', { id, signal });
      note(result);
      if (result.ok) contacts.push(result.data);
      else if (isMissing(result.error)) gone.push(id);
      // It is there, in a form that cannot be read.
      else if (result.error.code === 'BAD_RESPONSE' && result.error.status < 300) continue;
      else throw new FillFailed(result.error);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return { gone, contacts };
}
