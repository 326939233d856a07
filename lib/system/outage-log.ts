import type { Log } from './log';

/** How often an outage is checked for its end. */
const CHECK_MILLISECONDS = 1_000;

type Level = 'warn' | 'error';

/**
 * Logs an outage of the database once when it begins and once when it ends, in place of every error that it causes.
 */
export class OutageLog {
  /** Writes to `inner`, but replaces errors of an outage. */
  readonly log: Log;
  #state: 'up' | 'suspected' | 'down' = 'up';
  #since = 0;
  /** Lines of errors held back until it is known whether an outage caused them. */
  #held: (() => void)[] = [];
  #errors = 0;
  #ready: (() => Promise<string>) | undefined;

  /** @param isOutage Whether an error looks like an outage of the database; an error of a mail server may, too. */
  constructor(
    private readonly inner: Log,
    isOutage: (error: unknown) => boolean,
  ) {
    /** Returns a function that writes a line at this level; one whose error may be of an outage goes to `#suspect`. */
    const write = (level: Level) => (fields: object, message: string) => {
      const err = fields instanceof Error ? fields : (fields as { err?: unknown }).err;
      const line = () => inner[level](fields, message);
      if (this.#ready && isOutage(err)) this.#suspect(err, line);
      else line();
    };
    this.log = Object.assign(Object.create(inner) as Log, { warn: write('warn'), error: write('error') });
  }

  /** Holds back errors of outages from now on. @param ready Returns `ready`, or why the database cannot be used. */
  watch(ready: () => Promise<string>): void {
    this.#ready = ready;
  }

  /** Whether the database is, or seems to be, unavailable. */
  get isOut(): boolean {
    return this.#state !== 'up';
  }

  /** Holds a line back until it is known whether an outage caused it; during one, only counts it. */
  #suspect(err: unknown, line: () => void): void {
    if (this.#state === 'down') return void this.#errors++;
    this.#held.push(line);
    if (this.#state === 'suspected') return;
    this.#state = 'suspected';
    this.#since = Date.now();
    void this.#check(err);
  }

  /** Checks the database, and during an outage again each second until it ends. Logs the beginning of an outage. */
  async #check(err?: unknown): Promise<void> {
    const status = (await this.#ready?.()) ?? 'ready';
    if (status === 'ready') return this.#end();
    if (this.#state === 'suspected') {
      this.#state = 'down';
      this.#errors = this.#held.length;
      this.#held = [];
      this.inner.error({ err, status }, 'The database is unavailable.');
    }
    setTimeout(() => void this.#check(), CHECK_MILLISECONDS).unref();
  }

  /** Ends an outage and logs its length, or writes the lines held back if there was none. */
  #end(): void {
    const wasDown = this.#state === 'down';
    this.#state = 'up';
    if (wasDown) {
      const milliseconds = Date.now() - this.#since;
      this.inner.warn({ milliseconds, errors: this.#errors }, 'The database is available again.');
    } else {
      for (const line of this.#held.splice(0)) line();
    }
  }
}
