import type { ApiError, Client } from '@/lib/client/client';
import type { Contact } from '@/lib/contract/contact';
import type { Claim, FillProgress } from './fill-progress';
import type { MirrorStore } from './mirror-store';

const PAGE_SIZE = 100;
/** Calls under way at once: enough to keep this side busy, few enough not to be a burden to the other. */
const CONCURRENCY = 2;
/** Pages that may wait to be recorded: that the database is busy for a moment does not hold up the asking. */
const MOST_WAITING = 20;
/** Pages recorded in one statement: few are slow, many hold up everybody else on the embedded database. */
const TOGETHER = 5;
/** Before every id there is. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export interface FillParts {
  client: Client;
  store: MirrorStore;
  progress: FillProgress;
  /** Whether a single contact can be asked for. */
  canGet: boolean;
  /** Ends the fill where it is. */
  signal: AbortSignal;
  /** Told of every call. */
  note(result: { ok: true } | { ok: false; error: ApiError }): void;
}

/** The service did not bring a page; the fill goes on there later. */
export class FillFailed extends Error {
  override readonly name = 'FillFailed';
  constructor(readonly error: ApiError) {
    super(error.message);
  }
}

interface Page {
  number: number;
  contacts: Contact[];
  asked: Date;
}

/**
 * Brings every page of the service's list into the copy, from the page on where the claimed fill was interrupted, and
 * marks what the service no longer has.
 *
 * @throws FillFailed, LostLease, the signal's reason, and what the database throws. Progress is kept in any case.
 */
export async function fill(parts: FillParts, claim: Claim): Promise<void> {
  const list = new ListReader(parts, claim.page);
  await list.read();
  await markVanished(parts, claim, list);
  await parts.progress.finish();
}

class ListReader {
  /** How many contacts the service says it has. */
  total = 0;
  private next: number;
  private last = Number.POSITIVE_INFINITY;
  private readonly waiting: Page[] = [];
  private readonly recorded = new Set<number>();
  private recording: Promise<void> | null = null;
  private failure: { cause: unknown } | null = null;

  /** @param through Pages up to this one are in the copy. */
  constructor(
    private readonly parts: FillParts,
    public through: number,
  ) {
    this.next = through + 1;
  }

  /** Reads and records all pages. */
  async read(): Promise<void> {
    // Only the first answer tells how many pages may be asked for.
    await this.guarded(() => this.readPage());
    await this.recording;
    await this.parts.store.gatherStatistics();
    const worker = async () => {
      while (this.next <= this.last && !this.failure) await this.readPage();
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
    const query = new URLSearchParams({ page: String(number), pageSize: String(PAGE_SIZE) });
    const result = await client.call('listContacts', { query, signal });
    note(result);
    if (!result.ok) {
      // Some refuse a page behind the last one.
      if (number === 1 || ![400, 404, 416, 422].includes(result.error.status))
        throw new FillFailed(result.error);
      this.last = Math.min(this.last, number - 1);
      return;
    }
    this.total = result.meta.total;
    // The list may grow or shrink while it is read; an empty page is its end whatever `meta` says.
    this.last = result.data.length === 0 ? Math.min(this.last, number - 1) : result.meta.totalPages;
    this.waiting.push({ number, contacts: result.data, asked });
    this.recording ??= this.guarded(() => this.record()).finally(() => {
      this.recording = null;
    });
    if (this.waiting.length >= MOST_WAITING) await this.recording;
  }

  /** One recording at a time takes several pages that have come meanwhile: fewer and larger transactions. */
  private async record(): Promise<void> {
    while (this.waiting.length > 0) {
      const pages = this.waiting.splice(0, TOGETHER);
      for (const { number } of pages) this.recorded.add(number);
      while (this.recorded.delete(this.through + 1)) this.through++;
      const contacts = pages.flatMap((page) => page.contacts);
      const asked = new Date(Math.min(...pages.map((page) => page.asked.getTime())));
      await this.parts.progress.advance(contacts, asked, this.through, this.total);
    }
  }
}

/** Marks what this fill did not see. Pages shift while they are read, so where it can the service is asked for each. */
async function markVanished(parts: FillParts, claim: Claim, { through, total }: ListReader): Promise<void> {
  const { progress, store, canGet } = parts;
  if (!canGet && (await progress.seenSince(claim.startedAt)) < total) return;
  for (let after = FIRST_ID; ; ) {
    const ids = await progress.unseen(claim.startedAt, after, 100);
    const last = ids.at(-1);
    if (!last) return;
    after = last;
    const asked = new Date();
    await store.vanished(canGet ? await missing(parts, [...ids]) : ids, asked);
    await progress.advance([], asked, through, total);
  }
}

/** Which of these contacts the service does not have. Those that it has are recorded. */
async function missing({ client, store, note, signal }: FillParts, ids: string[]): Promise<string[]> {
  const gone: string[] = [];
  const worker = async () => {
    for (let id = ids.pop(); id; id = ids.pop()) {
      const asked = new Date();
      const result = await client.call('getContact', { id, signal });
      note(result);
      if (result.ok) await store.saw([result.data], asked);
      else if (result.error.status === 404 || result.error.status === 410) gone.push(id);
      else throw new FillFailed(result.error);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return gone;
}
