import { type ApiError, failure, isMissing, isUnanswered } from '@/lib/client/api-error';
import type { Client } from '@/lib/client/client';
import type { Unreadable } from '@/lib/client/unreadable';
import type { Contact } from '@/lib/contract/contact';
import { type Copy, WANDERS } from './copy';
import { type Claim, type FillProgress, LostLease, type Reached } from './fill-progress';
import type { MirrorStore } from './mirror-store';

const PAGE_SIZE = 100;
/** Calls under way at once: enough to keep this side busy, few enough not to be a burden to the other. */
const CONCURRENCY = 2;
/** Pages that may wait to be recorded: that the database is busy for a moment does not hold up the asking. */
const MOST_WAITING = 20;
/** Pages recorded in one statement: few are slow, many hold up everybody else on the embedded database. */
const TOGETHER = 5;
/** Seconds until a list that did not bring everything is read again: to read it is a burden to the other side. */
const REST = 600;
/** The same, where it is not to be expected that it will. */
const LONG_REST = 3_600;
/** A list does not grow by so much while it is read; one that does never ends. */
const MOST_GROWTH = 10_000;
/** As many as the database counts up to: whatever a service claims to have, what it brings is what is there. */
const MOST = 2_147_483_647;
/** Before every id there is. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export interface FillParts {
  client: Client;
  copy: Copy;
  /** Whether a single contact can be asked for. */
  canGet: boolean;
  /** Ends the fill where it is. */
  signal: AbortSignal;
  /** Told of every call. */
  note(result: { ok: true } | { ok: false; error: ApiError }): void;
}

/** The same, of the copy as it was when the fill began. */
interface Filling extends Omit<FillParts, 'copy'> {
  store: MirrorStore;
  progress: FillProgress;
  /**
   * @throws OtherOrganization when the contact, or another answer meanwhile, is of another one.
   * @throws FillFailed when they are of too many, or when nothing tells of which one the answers are.
   */
  check(contact: Contact | undefined): Promise<void>;
}

const UNCERTAIN = 'The service has not told of which organization the API token is.';

/** The service did not bring a page, and the fill goes on there later; or not everything, and it begins anew. */
export class FillFailed extends Error {
  override readonly name = 'FillFailed';
  constructor(readonly error: ApiError) {
    super(error.message);
  }
}

/** The service answers for another organization than the one whose copy is filled. */
export class OtherOrganization extends Error {
  override readonly name = 'OtherOrganization';
}

interface Page {
  number: number;
  contacts: Contact[];
  unreadable: Unreadable[];
  asked: Date;
}

/**
 * Brings every page of the service's list into the copy, from the page on where the claimed fill was interrupted, and
 * marks what the service no longer has. A list that contacts were deleted from meanwhile, or that brought fewer than it says
 * it has, is read once more, from the start; where that is no better the copy is not called complete.
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
  if (list.isOther || lack?.mayPass) {
    const anew = await progress.claim(new Date(), 'anew');
    if (!anew) throw new LostLease();
    latest = anew;
    list = new ListReader(parts, latest);
    await list.read('to its end');
    lack = await lackOf(parts, latest, list);
  }
  if (rest.canGet ? !list.refusal : !lack) await markVanished(parts, latest, list);
  // Those that were asked for one by one were seen as well.
  lack &&= await lackOf(parts, latest, list);
  await progress.finish(lack);
  const retryAfter = lack?.mayPass ? REST : LONG_REST;
  if (lack) throw new FillFailed({ ...failure('BAD_RESPONSE', 200, lack.why), retryAfter });
}

/** What keeps a list that was read to its end from being all that the service has. */
interface Lack {
  /** How many contacts of it were seen. */
  seen: number;
  /** A sentence for people. */
  why: string;
  /** Whether it may be another time. */
  mayPass: boolean;
}

async function lackOf({ progress }: Filling, { startedAt }: Claim, list: ListReader): Promise<Lack | null> {
  const seen = await progress.seenSince(startedAt);
  if (list.hasSlid)
    return { seen, why: 'Contacts were deleted while the contacts service listed them.', mayPass: true };
  if (seen >= list.total) return null;
  const { refusal } = list;
  return refusal
    ? { seen, why: refusal.why, mayPass: false }
    : { seen, why: 'Its pages brought no more, or the same contacts again.', mayPass: true };
}

class ListReader implements Reached {
  page: number;
  pageSize: number;
  total: number;
  /**
   * Whether it became shorter meanwhile: what stood behind a contact that was deleted moved up, and of each page the first
   * may have moved to one that was read before. Contacts that are added push others back only, to where they are read again.
   */
  hasSlid = false;
  /** Whether its pages have another size than those that were read before: none of them is where it was. */
  isOther = false;
  /** The first page that is not read although there is more, and why. */
  refusal: { page: number; why: string } | null = null;
  private next: number;
  private last = Number.POSITIVE_INFINITY;
  /** How many contacts the first page had that was read. */
  private perPage = 0;
  private firstTotal = Number.POSITIVE_INFINITY;
  private readonly waiting: Page[] = [];
  private readonly recorded = new Set<number>();
  private recording: Promise<void> | null = null;
  private failure: { cause: unknown } | null = null;

  constructor(
    private readonly parts: Filling,
    { page, pageSize, total }: Reached,
  ) {
    this.page = page;
    this.pageSize = pageSize;
    this.total = total;
    this.next = page + 1;
  }

  /** Reads and records all pages, or those until it is known that they are to be read again. */
  async read(until: 'to its end' | 'while it holds still'): Promise<void> {
    // Only the first answer tells how many pages may be asked for.
    await this.guarded(() => this.readPage());
    await this.recording;
    await this.parts.store.gatherStatistics();
    const worker = async () => {
      while (
        this.next <= this.last &&
        !this.failure &&
        !this.isOther &&
        !(this.hasSlid && until === 'while it holds still')
      )
        await this.readPage();
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, () => this.guarded(worker)));
    await this.recording;
    if (this.failure) throw this.failure.cause;
  }

  private async guarded(work: () => Promise<void>): Promise<void> {
    if (this.failure) return;
    try {
      await work();
    } catch (cause) {
      this.failure ??= { cause };
    }
  }

  private async readPage(): Promise<void> {
    const { client, signal, note } = this.parts;
    const number = this.next++;
    const asked = new Date();
    // Answers overtake each other: only what was known before this one was asked for tells that it is fewer by now.
    const { total: most } = this;
    const query = new URLSearchParams({ page: String(number), pageSize: String(PAGE_SIZE) });
    const result = await client.call('listContacts', { query, signal });
    note(result);
    if (!result.ok) {
      // Some refuse a page behind the last one, and some those that are far behind.
      if (number === 1 || !isRefusedPage(result.error)) throw new FillFailed(result.error);
      this.endBefore(number, `The contacts service gave no page ${number}: ${result.error.message}`);
      return;
    }
    const { data: contacts, unreadable = [] } = result;
    if (number === 1 && contacts.length === 0 && unreadable.length > 1)
      throw new FillFailed(unknownForm(result.requestId));
    await this.parts.check(contacts[0]);
    const { pageSize, totalPages } = result.meta;
    const total = Math.min(result.meta.total, MOST);
    const count = contacts.length + unreadable.length;
    // The last page may name as its size how many it has.
    if (this.pageSize > 0 && pageSize !== this.pageSize && count === pageSize && number < totalPages) {
      this.isOther = true;
      return;
    }
    this.pageSize ||= pageSize;
    this.perPage ||= count;
    this.firstTotal = Math.min(this.firstTotal, total);
    if (total < most) this.hasSlid = true;
    this.total = Math.max(this.total, total);
    if (total > 2 * this.firstTotal + MOST_GROWTH) {
      this.endBefore(number, 'The list of the contacts service does not end.');
      return;
    }
    // The list may grow or shrink while it is read; an empty page is its end whatever `meta` says, and so is the total.
    const mostPages = Math.ceil(this.total / Math.max(1, this.perPage));
    this.last = Math.min(count === 0 ? Math.min(this.last, number - 1) : totalPages, Math.max(1, mostPages));
    this.waiting.push({ number, contacts, unreadable, asked });
    this.recording ??= this.guarded(() => this.record()).finally(() => {
      this.recording = null;
    });
    if (this.waiting.length >= MOST_WAITING) await this.recording;
  }

  private endBefore(page: number, why: string): void {
    this.last = Math.min(this.last, page - 1);
    if (!this.refusal || page < this.refusal.page) this.refusal = { page, why };
  }

  /** One recording at a time takes several pages that have come meanwhile: fewer and larger transactions. */
  private async record(): Promise<void> {
    while (this.waiting.length > 0) {
      const pages = this.waiting.splice(0, TOGETHER);
      for (const { number } of pages) this.recorded.add(number);
      while (this.recorded.delete(this.page + 1)) this.page++;
      const contacts = pages.flatMap((page) => page.contacts);
      const asked = new Date(Math.min(...pages.map((page) => page.asked.getTime())));
      const unreadable = pages.flatMap((page) =>
        page.unreadable.map(({ id, position, problem }) => ({
          place: id ?? `page ${page.number}, contact ${position}`,
          problem,
        })),
      );
      await this.parts.progress.advance({ contacts, unreadable, asked }, this);
    }
  }
}

/** Not one contact is wrong: it is another interface. */
const unknownForm = (requestId: string | null) =>
  failure('BAD_RESPONSE', 200, 'The contacts service lists its contacts in an unknown form.', requestId);

/** Whether the service itself does not want to give a page. */
const isRefusedPage = (error: ApiError) => isMissing(error) || [400, 416, 422].includes(error.status);

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
