import { type ApiError, failure, isMissing } from '@/lib/client/api-error';
import type { Client, Result, Success } from '@/lib/client/client';
import type { Unreadable } from '@/lib/client/unreadable';
import type { Contact } from '@/lib/contract/contact';
import type { Claim, FillProgress, Reached } from './fill-progress';
import type { MirrorStore } from './mirror-store';

const PAGE_SIZE = 100;
/** Calls under way at once: enough to keep this side busy, few enough not to be a burden to the other. */
export const CONCURRENCY = 2;
/** Pages that may wait to be recorded: that the database is busy for a moment does not hold up the asking. */
const MOST_WAITING = 20;
/** Pages recorded in one statement: few are slow, many hold up everybody else on the embedded database. */
const TOGETHER = 5;
/** A list does not grow by so much while it is read; one that does never ends. */
const MOST_GROWTH = 10_000;
/** As many as the database counts up to: whatever a service claims to have, what it brings is what is there. */
const MOST = 2_147_483_647;
/** Pages that are read again at most to find where the list goes on, when others were deleted. */
const MOST_BACK = 10;
/** Of so many pages, the first and those that came last, it is remembered which contacts they had. */
const REMEMBERED = 4 * MOST_BACK;
/** Contacts that a list may have beyond those that it says it has; one of more is taken not to end. */
const MOST_UNTOLD = 1_000_000;

/** What a fill works with: the copy as it was when that began. */
export interface Filling {
  client: Client;
  /** Whether a single contact can be asked for. */
  canGet: boolean;
  /** Ends the fill where it is. */
  signal: AbortSignal;
  /** Told of every call. */
  note(result: { ok: true } | { ok: false; error: ApiError }): void;
  store: MirrorStore;
  progress: FillProgress;
  /**
   * @throws OtherOrganization when the contact, or another answer meanwhile, is of another one.
   * @throws FillFailed when they are of too many, or when nothing tells of which one the answers are.
   */
  check(contact: Contact | undefined): Promise<void>;
}

/** The service did not bring a page, and the fill goes on there later; or not everything, and it begins anew. */
export class FillFailed extends Error {
  override readonly name = 'FillFailed';
  constructor(readonly error: ApiError) {
    super(error.message);
  }
}

interface Page {
  number: number;
  contacts: Contact[];
  unreadable: Unreadable[];
  asked: Date;
}

/** What is remembered of a page, to tell whether the next one begins where it ended. */
interface Edge {
  /** How many contacts the list has by its word; `null` where it does not count them exactly. */
  total: number | null;
  count: number;
  /** Which contact is the last on it; `undefined` of an empty page. */
  last: string | undefined;
}

/** Reads the service's list, page by page, a few at once, and records it. */
export class ListReader implements Reached {
  page: number;
  pageSize: number;
  /**
   * Whether contacts may have moved to a page that was read before, as they do when others are deleted, and where they are
   * now was not found. Contacts that are added push others back only, to where they are read again.
   */
  hasSlid = false;
  /** Whether a page told fewer contacts than the one before: some were deleted, or they are not counted exactly. */
  hasShrunk = false;
  /** The fewest contacts that a page told, where they are counted exactly; of a list that only grew, those it began with. */
  firstTotal = Number.POSITIVE_INFINITY;
  /** How many contacts its pages had, one that came twice counted twice. */
  brought: number;
  /** Whether its pages have another size than those that were read before: none of them is where it was. */
  isOther = false;
  /** The first page that is not read although there is more, and why. */
  refusal: { page: number; why: string; mayPass: boolean } | null = null;
  private next: number;
  private last = Number.POSITIVE_INFINITY;
  /** Behind this one is no page, as an empty one has shown. */
  private end = Number.POSITIVE_INFINITY;
  /** How many pages it has by the least that an answer said. */
  private fewestPages = Number.POSITIVE_INFINITY;
  private pagesRead: number;
  /** The most contacts that a page told, or that came where none is counted. */
  private most: number;
  private isCounted: boolean;
  private readonly edges = new Map<number, Edge>();
  /** Which contacts some pages had; see `REMEMBERED`. */
  private readonly contactsOf = new Map<number, ReadonlySet<string>>();
  /** How many contacts the first page had that was read. */
  private perPage = 0;
  /** The last page there is by the total. */
  private lastTold = Number.POSITIVE_INFINITY;
  /** The last page that had as many contacts as the first one. */
  private lastFull = 0;
  private readonly waiting: Page[] = [];
  private readonly recorded = new Set<number>();
  private recording: Promise<void> | null = null;
  private failure: { cause: unknown } | null = null;

  constructor(
    private readonly parts: Filling,
    private readonly claim: Claim,
  ) {
    const { page, pageSize, total } = claim;
    this.pagesRead = page;
    this.brought = Math.min(page * pageSize, total ?? Number.POSITIVE_INFINITY);
    this.page = page;
    this.pageSize = pageSize;
    this.most = total ?? this.brought;
    this.isCounted = total !== null;
    this.next = page + 1;
  }

  get total(): number | null {
    return this.isCounted ? this.most : null;
  }

  /** Reads and records all pages, or those until it is known that they are to be read again. */
  async read(until: 'to its end' | 'while it holds still'): Promise<void> {
    if (this.page > 0) await this.guarded(() => this.lookBack());
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

  /** Whether the page before an interruption ends with a contact now that was behind it: it has moved up since. */
  private async lookBack(): Promise<void> {
    const edge = await this.readBack(this.page, async (ids) => {
      const last = ids.at(-1) ?? '';
      const seenAt = last && (await this.parts.store.sightings([last]))[last]?.seenAt;
      return !!seenAt && Date.parse(seenAt) >= this.claim.startedAt.getTime();
    });
    if (edge) this.edges.set(this.page, edge);
  }

  /**
   * Reads pages again, from this one on to the front, until one has contacts that were read before: behind those stands
   * what has moved up.
   *
   * @returns The edge of the first one as it is now; `undefined` where the list does not reach as far any more.
   */
  private async readBack(
    from: number,
    wereRead: (ids: string[]) => boolean | Promise<boolean>,
  ): Promise<Edge | undefined> {
    let first: Edge | undefined;
    for (let number = from; number > 0; number--) {
      if (number <= from - MOST_BACK) {
        this.hasSlid = true;
        break;
      }
      const asked = new Date();
      const result = await this.ask(number);
      if (!result.ok && !isRefusedPage(result.error)) throw new FillFailed(result.error);
      if (!result.ok) continue;
      const { data: contacts, unreadable = [] } = result;
      await this.parts.check(contacts[0]);
      const edge = edgeOf(result);
      if (number === from) first = edge;
      if (edge.last !== this.edges.get(number)?.last) this.keep({ number, contacts, unreadable, asked });
      if (await wereRead(contacts.map(({ id }) => id))) break;
    }
    return first;
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
    const number = this.next++;
    const asked = new Date();
    let result = await this.ask(number);
    // An empty page ends the list: one where there should be contacts is asked for twice.
    if (result.ok && isEmpty(result) && !(result.meta.totalIsExact && this.brought >= result.meta.total))
      result = await this.ask(number);
    if (!result.ok) {
      // Of what is not there by the total, no page is missed.
      if (number > this.lastTold && this.brought <= this.most) return this.endAt(number - 1);
      // Some refuse a page behind the last one, and some those that are far behind.
      if (number === 1 || !isRefusedPage(result.error)) throw new FillFailed(result.error);
      if (number > this.fewestPages) this.endAt(number - 1);
      else this.endBefore(number, `The contacts service gave no page ${number}: ${result.error.message}`);
      return;
    }
    const { data: contacts, unreadable = [] } = result;
    if (number === 1 && contacts.length === 0 && unreadable.length > 1)
      throw new FillFailed(unknownForm(unreadable[0]?.problem, result.requestId));
    await this.parts.check(contacts[0]);
    const { pageSize, totalPages, totalIsExact } = result.meta;
    if (!totalIsExact && (number > this.end || this.isFirstAgain(number, contacts)))
      return this.endAt(number - 1);
    const count = contacts.length + unreadable.length;
    // The last page may name as its size how many it has; where nothing is counted, any page may be the last.
    const isLast = !totalIsExact || number >= totalPages;
    if (this.pageSize > 0 && pageSize !== this.pageSize && count === pageSize && !isLast) {
      this.isOther = true;
      return;
    }
    this.pageSize ||= pageSize;
    this.perPage ||= count;
    const edge = edgeOf(result);
    const reached = this.brought + count;
    const total = edge.total ?? reached;
    if (totalIsExact) this.firstTotal = Math.min(this.firstTotal, total);
    this.isCounted ||= totalIsExact;
    this.most = Math.max(this.most, total);
    const told = totalIsExact ? total : 0;
    if (told > 2 * this.firstTotal + MOST_GROWTH || reached > 2 * told + MOST_UNTOLD) {
      this.endBefore(number, 'The list of the contacts service does not end.');
      return;
    }
    this.pagesRead++;
    this.brought = reached;
    this.fewestPages = Math.min(this.fewestPages, totalPages);
    // The list may grow or shrink while it is read; an empty page is its end whatever `meta` says.
    if (count === 0) this.endAt(number - 1);
    const left = Math.max(0, Math.ceil((this.most - this.brought) / Math.max(1, this.perPage)));
    this.lastTold = totalIsExact ? this.pagesRead + left : Number.POSITIVE_INFINITY;
    // Behind a full page there may be another one, whatever the total says.
    if (count > 0 && count >= this.perPage) this.lastFull = Math.max(this.lastFull, number);
    this.last = Math.min(this.end, Math.max(this.lastTold, this.lastFull + 1));
    this.edges.set(number, edge);
    this.remember(number, contacts);
    // What moved up is found before the fill is told to be beyond: should that fail, it goes on in front of it.
    await Promise.all([this.compare(number - 1), this.compare(number)]);
    if (count > 0) this.keep({ number, contacts, unreadable, asked });
    if (this.waiting.length >= MOST_WAITING) await this.recording;
  }

  private remember(page: number, contacts: Contact[]): void {
    this.contactsOf.set(page, new Set(contacts.map(({ id }) => id)));
    const [first, second = 0] = this.contactsOf.keys();
    if (this.contactsOf.size > REMEMBERED) this.contactsOf.delete(first === 1 ? second : (first ?? 0));
  }

  /** Some lists begin again behind their end. */
  private isFirstAgain(page: number, contacts: Contact[]): boolean {
    const first = this.contactsOf.get(1);
    return page > 1 && contacts.length > 0 && contacts.every(({ id }) => first?.has(id));
  }

  private keep(page: Page): void {
    this.waiting.push(page);
    this.recording ??= this.guarded(() => this.record()).finally(() => {
      this.recording = null;
    });
  }

  private async ask(page: number): Promise<Result<'listContacts'>> {
    const { client, signal, note } = this.parts;
    const query = new URLSearchParams({ page: String(page), pageSize: String(PAGE_SIZE) });
    const result = await client.call('listContacts', { query, signal });
    note(result);
    return result;
  }

  /**
   * Whether the page behind this one begins where this one ended. Where it tells fewer contacts, this one is read again:
   * what has moved up stands at its end now. That the numbers differ says little; some services count as they estimate.
   */
  private async compare(page: number): Promise<void> {
    const [one, next] = [this.edges.get(page), this.edges.get(page + 1)];
    if (!one || !next) return;
    if (next.last !== undefined && next.last === one.last) this.repeats(page, next);
    if (one.total === null || next.total === null || next.total >= one.total) return;
    this.hasShrunk = true;
    const before = [...this.contactsOf].flatMap(([number, contacts]) =>
      number <= page && number > page - MOST_BACK ? [contacts] : [],
    );
    await this.readBack(page, (ids) => ids.some((id) => before.some((contacts) => contacts.has(id))));
  }

  /** Some give the last page again for each one behind it. */
  private repeats(page: number, { total }: Edge): void {
    if (total !== null && page < this.fewestPages)
      return this.endBefore(page + 1, `Page ${page + 1} brought the contacts of page ${page} again.`, true);
    this.endAt(page);
  }

  /** What came from behind is not counted: it is there twice. */
  private endAt(page: number): void {
    this.end = Math.min(this.end, page);
    this.last = Math.min(this.last, this.end);
    for (const [number, { count }] of this.edges) {
      if (number <= this.end) continue;
      this.brought -= count;
      this.edges.delete(number);
    }
    if (!this.isCounted) this.most = this.brought;
  }

  private endBefore(page: number, why: string, mayPass = false): void {
    this.endAt(page - 1);
    if (!this.refusal || page < this.refusal.page) this.refusal = { page, why, mayPass };
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

const isEmpty = ({ data, unreadable = [] }: Success<'listContacts'>) => data.length + unreadable.length === 0;

function edgeOf(result: Success<'listContacts'>): Edge {
  const { data, meta, unreadable = [] } = result;
  const total = meta.totalIsExact ? Math.min(meta.total, MOST) : null;
  return { total, count: data.length + unreadable.length, last: lastOf(result) };
}

/** What is told of the last contact on a page, if only what is wrong with it; `undefined` of an empty page. */
function lastOf({ data, unreadable = [] }: Success<'listContacts'>): string | undefined {
  const other = unreadable.at(-1);
  return other?.position === data.length + unreadable.length ? (other.id ?? other.problem) : data.at(-1)?.id;
}

/** Not one contact is wrong: it is another interface. */
const unknownForm = (problem = '', requestId: string | null = null) =>
  failure(
    'BAD_RESPONSE',
    200,
    `No contact in the list of the contacts service can be read. The first: ${problem}`,
    requestId,
  );

/** Whether the service itself does not want to give a page. */
const isRefusedPage = (error: ApiError) => isMissing(error) || [400, 416, 422].includes(error.status);
