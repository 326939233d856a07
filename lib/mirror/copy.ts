import type { Database } from '@/lib/database/database';
import { FillProgress } from './fill-progress';
import { ensureMirror, findMirror, type Mirror, nameMirror, type Source } from './mirror';
import { MirrorStore } from './mirror-store';

/** A copy that is open. */
interface Open {
  mirror: Mirror;
  store: MirrorStore;
  progress: FillProgress;
  /** With it the local API shows the copy. */
  token: string;
}

/** So often the copy becomes another one within a day. One token is of one organization: a service that says otherwise again and again would leave an organization here for each answer. */
const MOST_CHANGES = 5;
const DAY = 86_400_000;

/** What is said of such a service. */
export const WANDERS = 'The contacts service names another organization again and again.';

type Decision = (parts: CopyParts, mirror: Mirror) => Promise<Mirror>;

export interface CopyParts extends Source {
  database: Database;
  /** A token of the local API for an organization of this database. */
  tokenFor(organizationId: string): Promise<string>;
  log: { warn(fields: object, message: string): void };
}

/** The copy that the console works on, which becomes another one when the service answers for another organization. */
export class Copy {
  private changing: Promise<void> = Promise.resolve();
  /** When it became another one, as `Date.now()` says, the latest last. */
  private readonly changes: number[] = [];

  private constructor(
    private readonly parts: CopyParts,
    private open: Open,
  ) {}

  static async open(parts: CopyParts): Promise<Copy> {
    return new Copy(parts, await openMirror(parts, await findMirror(parts.database, parts)));
  }

  get store(): MirrorStore {
    return this.open.store;
  }

  get progress(): FillProgress {
    return this.open.progress;
  }

  get token(): string {
    return this.open.token;
  }

  /** Whether the service is known to answer for the organization that this is the copy of. */
  get isCertain(): boolean {
    return this.open.mirror.isCertain;
  }

  /**
   * Takes note of the organization that a contact of the service belongs to. To be called before it is recorded.
   *
   * @returns Whether this is the copy of that one now; see `WANDERS`.
   */
  async belongsTo(remoteId: string): Promise<boolean> {
    if (this.isCertain && this.open.mirror.remoteId === remoteId) return true;
    await this.change(({ database, ...source }, mirror) =>
      mirror.remoteId === null || !this.wanders
        ? nameMirror(database, source, mirror, remoteId)
        : Promise.resolve(mirror),
    );
    return this.open.mirror.remoteId === remoteId;
  }

  private get wanders(): boolean {
    const since = Date.now() - DAY;
    return this.changes.filter((at) => at > since).length >= MOST_CHANGES;
  }

  /** Where that is not certain: whether it is the same organization is told by its segments, whose ids are its own. */
  async hasSegments(ids: string[]): Promise<void> {
    if (this.isCertain) return;
    const known = await this.store.segmentIds();
    if (known.length === 0 || ids.length === 0) return;
    if (known.some((id) => ids.includes(id))) return this.confirm();
    await this.change(({ database, ...source }) => ensureMirror(database, source, null));
  }

  /** The service knows what only this organization has. */
  async confirm(): Promise<void> {
    if (this.isCertain) return;
    await this.change(({ database, ...source }, { remoteId }) => ensureMirror(database, source, remoteId));
  }

  /** One change at a time: two answers that come at once tell the same. */
  private async change(decide: Decision): Promise<void> {
    const changed = this.changeAfter(this.changing, decide);
    this.changing = changed.catch(() => {});
    await changed;
  }

  private async changeAfter(before: Promise<void>, decide: Decision): Promise<void> {
    await before;
    const mirror = await decide(this.parts, this.open.mirror);
    if (mirror.organizationId === this.open.mirror.organizationId) {
      this.open = { ...this.open, mirror };
      return;
    }
    this.open = await openMirror(this.parts, mirror);
    this.changes.push(Date.now());
    this.changes.splice(0, this.changes.length - MOST_CHANGES);
    const { log } = this.parts;
    log.warn(
      {},
      this.wanders
        ? `${WANDERS} What it says of others than this one is recorded no more until tomorrow.`
        : 'The contacts service answers for another organization than before: its contacts have a copy of their own.',
    );
  }
}

async function openMirror({ database, tokenFor }: CopyParts, mirror: Mirror): Promise<Open> {
  const store = new MirrorStore(database, mirror.organizationId);
  const token = await tokenFor(mirror.organizationId);
  return { mirror, store, progress: new FillProgress(database, store), token };
}
