/** Concurrent hashes: each occupies a core and one of the four threads of Node's shared pool. */
const AT_ONCE = 2;
/** Sign-ins that may wait, about half a second. */
const WAITING = 10;

/** Limits how many sign-ins hash passwords at the same time, and how many wait. */
export class SignInQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** Whether no further sign-in may wait. */
  isFull(): boolean {
    return this.waiting.length >= WAITING;
  }

  /** Runs `work` once a slot is free, in order of arrival, even if the queue is full. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < AT_ONCE) this.running++;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
