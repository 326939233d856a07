import type { ApiError } from '@/lib/client/api-error';
import { OtherOrganization } from './fill';
import { type Claim, type FillProgress, LostLease } from './fill-progress';
import type { Health } from './health';
import { FillFailed } from './list-reader';

/** When what is done, in milliseconds. */
export interface Rhythm {
  /** Between two looks at what is due. */
  look: number;
  /** Until what the service can do is found out anew. */
  discover: number;
  /** The longest wait between two questions whether the service is back; the first ones come quicker. */
  absent: number;
  /** From one fill of the copy to the next. */
  fill: number;
  /** Until a fill that failed goes on. */
  again: number;
}

const RHYTHM: Rhythm = { look: 1_000, discover: 600_000, absent: 30_000, fill: 3_600_000, again: 60_000 };

/** What came of asking the service what it can do. */
export interface Finding {
  /** Why it is not there to work with. */
  error: ApiError | null;
  /** Whether some of it is to be asked again soon. */
  inDoubt: boolean;
  /** Seconds after which it wants to be asked again. */
  retryAfter: number;
}

export interface TenderParts {
  rhythm: Partial<Rhythm> | undefined;
  log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
  health: Health;
  progress(): FillProgress;
  /** Whether there is a copy to look after. */
  fills(): boolean;
  /** Finds out what the service can do. */
  discover(signal: AbortSignal): Promise<Finding>;
  fill(claim: Claim, signal: AbortSignal): Promise<void>;
}

/** Looks after the connection: asks whether the service is back, what it can do, and fills the copy when that is due. */
export class Tender {
  private readonly rhythm: Rhythm;
  private readonly end = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();
  private filling: Promise<void> | null = null;
  private discovering: Promise<void> | null = null;
  private wantsAnother = false;
  private lastDiscovery = 0;
  private nextDiscovery = 0;
  private nextTry = 0;
  private absences = 0;
  private doubts = 0;
  private nextFill = 0;
  private wantsFill = false;

  constructor(private readonly parts: TenderParts) {
    this.rhythm = { ...RHYTHM, ...parts.rhythm };
  }

  /** @returns When it has looked for the first time, and the service has answered that or has not. */
  start(): Promise<void> {
    const round = () => {
      this.looking = this.look()
        .catch((err: unknown) => {
          if (!this.end.signal.aborted)
            this.parts.log.error({ err }, 'The connection could not be looked after.');
        })
        .finally(() => {
          if (!this.end.signal.aborted) this.timer = setTimeout(round, this.rhythm.look).unref();
        });
    };
    round();
    return this.looking;
  }

  /** The service answered in a way that it should not if it were what it was. */
  discoverSoon(): void {
    // Of what is under way, part may have been asked before.
    if (this.discovering) this.wantsAnother = true;
    // Not at once and again: the operation may just not be there.
    this.nextDiscovery = Math.min(this.nextDiscovery, this.lastDiscovery + this.rhythm.again);
  }

  /** Finds out what the service can do, as it is from now on: what is under way may have been told before. */
  async check(): Promise<void> {
    await this.discovering;
    await this.discover();
  }

  private async discover(): Promise<void> {
    await (this.discovering ??= this.findOut().finally(() => {
      this.discovering = null;
    }));
  }

  /** Begins a fill, or goes on with one that stopped; or returns until when the service wants to be left alone. */
  async refresh(): Promise<Date | null> {
    const { fills, progress } = this.parts;
    if (!fills()) return null;
    const { retryAt } = await progress().read();
    if (retryAt && retryAt > new Date()) return retryAt;
    await this.beginFill();
    return null;
  }

  /** Reads the list again once the service is there: it may have a contact that the copy has not. */
  fillSoon(): void {
    this.wantsFill = true;
  }

  /** Stops what is under way; a fill goes on from there the next time. */
  async close(): Promise<void> {
    this.end.abort();
    clearTimeout(this.timer);
    await this.looking;
    await this.filling;
  }

  private async look(): Promise<void> {
    const now = Date.now();
    const { health, fills, progress } = this.parts;
    const isDue = now >= this.nextDiscovery || health.isAway || health.isInDoubt;
    if (now >= this.nextTry && isDue) await this.discover();
    if (health.isAway || !fills() || this.filling || now < this.nextFill) return;
    const { completeAt, finishedAt, startedAt, running, retryAt } = await progress().read();
    if (retryAt && retryAt.getTime() > now) return;
    const isOld = !completeAt || now - completeAt.getTime() >= this.rhythm.fill;
    const wasInterrupted = startedAt && !finishedAt;
    if (!running && (isOld || wasInterrupted || this.wantsFill)) await this.beginFill();
  }

  private async findOut(): Promise<void> {
    this.wantsAnother = false;
    const { error, inDoubt, retryAfter } = await this.parts.discover(this.end.signal);
    const { absent, again, discover } = this.rhythm;
    this.lastDiscovery = Date.now();
    this.absences = error ? this.absences + 1 : 0;
    this.doubts = inDoubt ? this.doubts + 1 : 0;
    const wait = error
      ? Math.min(absent, 1_000 * 2 ** (this.absences - 1))
      : inDoubt
        ? Math.min(discover, again * 2 ** (this.doubts - 1))
        : discover;
    this.nextTry = this.lastDiscovery + Math.max(error ? wait : 0, retryAfter * 1_000);
    this.nextDiscovery = this.lastDiscovery + (this.wantsAnother ? Math.min(wait, again) : wait);
  }

  private async beginFill(): Promise<void> {
    if (this.filling) return;
    const { log, fill } = this.parts;
    const progress = this.parts.progress();
    const claim = await progress.claim(new Date());
    if (!claim || this.filling) return;
    this.wantsFill = false;
    log.info({ page: claim.page }, 'Filling the copy of the contacts service.');
    this.filling = fill(claim, this.end.signal)
      .then(() => log.info({}, 'The copy of the contacts service is complete.'))
      .catch((cause: unknown) => this.stopped(progress, cause))
      .catch((err: unknown) => log.error({ err }, 'The fill could not be put aside.'))
      .finally(() => {
        this.filling = null;
      });
  }

  private async stopped(progress: FillProgress, cause: unknown): Promise<void> {
    const { log } = this.parts;
    if (cause instanceof LostLease) return;
    // The next look begins with the copy of the organization that answers now.
    if (cause instanceof OtherOrganization) return progress.interrupt(null);
    if (this.end.signal.aborted) return progress.interrupt(null);
    const wait = cause instanceof FillFailed ? (cause.error.retryAfter ?? 0) * 1000 : 0;
    const retryAt = wait > 0 ? new Date(Date.now() + wait) : null;
    this.nextFill = Date.now() + Math.max(this.rhythm.again, wait);
    if (!(cause instanceof FillFailed)) log.error({ err: cause }, 'Filling the copy failed.');
    await progress.interrupt(
      cause instanceof FillFailed ? cause.message : 'Something went wrong in Roster; its log says what.',
      retryAt,
    );
  }
}
