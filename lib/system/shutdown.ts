import type { Log } from './log';

/** Limit of a shutdown, below the 30 seconds after which supervisors usually kill. */
const DEADLINE_MILLISECONDS = 20_000;

/**
 * Shuts down gracefully on SIGTERM and SIGINT, and exits 0, or 1 if `stop` fails or takes too long. A second signal exits at
 * once.
 *
 * @param delay Seconds that `stop` waits first, added to the deadline.
 * @param stop Finishes requests in flight and closes everything.
 */
export function onShutdown(log: Log, delay: number, stop: (signal: NodeJS.Signals) => Promise<void>): void {
  let since: number | undefined;
  /** Shuts down at the first signal; one more than half a second later exits 1 at once. */
  const handle = (signal: NodeJS.Signals) => {
    if (since === undefined) {
      since = Date.now();
      log.info({ signal }, 'Shutting down.');
      setTimeout(
        () => {
          log.error({}, 'Shutdown timed out.');
          process.exit(1);
        },
        DEADLINE_MILLISECONDS + delay * 1000,
      );
      stop(signal).then(
        () => process.exit(0),
        (err) => {
          log.error({ err }, 'Shutdown failed.');
          process.exit(1);
        },
      );
      // Under npm, Ctrl-C arrives twice: from the terminal and from npm.
    } else if (Date.now() - since > 500) {
      process.exit(1);
    }
  };
  process.on('SIGTERM', handle);
  process.on('SIGINT', handle);
}
