import type pg from 'pg';
import type { ServerPool } from './server-pool';

const BEAT_MILLISECONDS = 200;
/** Beats without an answer after which the server is silent. Counted, so that a busy process does not blame the server. */
const SILENT_BEATS = 8;

/**
 * Notices a server that answers nobody, because it is frozen or unplugged: its connections stay open, and what waits on them
 * would wait for its timeout. Breaks them and refuses new ones until the server answers again.
 */
export class Heartbeat {
  /** Beats since the server was asked, unless it has answered. */
  private waited: number | undefined;
  private readonly timer = setInterval(() => this.beat(), BEAT_MILLISECONDS).unref();

  /** @param probe one connection that nothing else uses, with timeouts of its own. */
  constructor(
    private readonly pool: Pick<ServerPool, 'breakOff' | 'accept' | 'isBroken' | 'isBusy'>,
    private readonly probe: Pick<pg.Pool, 'query' | 'idleCount' | 'end'>,
  ) {
    void this.ask();
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.probe.end();
  }

  private beat(): void {
    if (this.waited !== undefined) {
      if (++this.waited >= SILENT_BEATS && !this.pool.isBroken) this.pool.breakOff();
    } else if (this.pool.isBusy || this.pool.isBroken) void this.ask();
  }

  private async ask(): Promise<void> {
    // Without an open connection, the server may only have none left to give.
    this.waited = this.probe.idleCount > 0 ? 0 : -Infinity;
    const isLate = await this.probe.query('select').then(
      () => false,
      // Any other error is an answer, or one that requests get, too.
      ({ message }: Error) => /timeout/i.test(message),
    );
    this.waited = undefined;
    if (!isLate) this.pool.accept();
  }
}
