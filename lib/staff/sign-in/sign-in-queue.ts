/** Hashing a password takes a core for a moment, and one of the four threads that everything else shares. */
const AT_ONCE = 2;
/** About half a second of waiting. */
const WAITING = 10;

/** Lets few sign-ins hash passwords at once and few wait, in this process. */
export class SignInQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** Whether no more may come. */
  isFull(): boolean {
    return this.waiting.length >= WAITING;
  }

  /** Runs `work` when it is its turn. */
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
