import type { Log } from './log';

/** Supervisors kill after 30 seconds or so; whatever hangs must not get that far. */
const DEADLINE_MILLISECONDS = 20_000;

/**
 * Stops the program in good order on SIGTERM and SIGINT, and exits 0. A second signal exits at once.
 *
 * @param stop Finishes what is under way and closes everything.
 */
export function onShutdown(log: Log, stop: () => Promise<void>): void {
  let since: number | undefined;
  const handle = (signal: NodeJS.Signals) => {
    if (since === undefined) {
      since = Date.now();
      log.info({ signal }, 'Stopping.');
      setTimeout(() => {
        log.error({}, 'Stopping took too long.');
        process.exit(1);
      }, DEADLINE_MILLISECONDS);
      stop().then(
        () => process.exit(0),
        (err) => {
          log.error({ err }, 'Stopping failed.');
          process.exit(1);
        },
      );
      // Ctrl-C under npm arrives twice: from the terminal, and passed on by npm.
    } else if (Date.now() - since > 500) {
      process.exit(1);
    }
  };
  process.on('SIGTERM', handle);
  process.on('SIGINT', handle);
}
