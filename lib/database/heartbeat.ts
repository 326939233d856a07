import type pg from 'pg';
import type { ServerPool } from './server-pool';

const BEAT_MILLISECONDS = 200;
/** Unanswered beats after which the server counts as silent. Counting beats, not time, keeps a busy process from blaming it. */
const SILENT_BEATS = 8;

/**
 * Detects a frozen or unplugged server, whose connections stay open while queries wait for their timeouts. Breaks these
 * connections and refuses new ones until the server answers again.
 */
export class Heartbeat {
  /** Beats since the pending probe was sent; `undefined` if none is pending. */
  private waited: number | undefined;
  private readonly timer = setInterval(() => this.beat(), BEAT_MILLISECONDS).unref();

  /** @param probe pool of one connection with short timeouts, used for nothing else. */
  constructor(
    private readonly pool: Pick<ServerPool, 'breakOff' | 'accept' | 'isBroken' | 'isBusy'>,
    private readonly probe: Pick<pg.Pool, 'query' | 'idleCount' | 'end'>,
  ) {
    void this.ask();
  }

  /** Stops the probes, and closes their pool. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.probe.end();
  }

  /** Breaks off the pool if a probe stays unanswered; else sends the next one if the pool is in use or broken off. */
  private beat(): void {
    if (this.waited !== undefined) {
      if (++this.waited >= SILENT_BEATS && !this.pool.isBroken) this.pool.breakOff();
    } else if (this.pool.isBusy || this.pool.isBroken) void this.ask();
  }

  /** Probes the server. Any answer but a timeout opens the pool again. */
  private async ask(): Promise<void> {
    // If the probe has to connect first, a timeout may only mean that the server has no connections left.
    this.waited = this.probe.idleCount > 0 ? 0 : -Infinity;
    const isLate = await this.probe.query('select').then(
      () => false,
      // Any other error is an answer, or requests get it as well.
      ({ message }: Error) => /timeout/i.test(message),
    );
    this.waited = undefined;
    if (!isLate) this.pool.accept();
  }
}
