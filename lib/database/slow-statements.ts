import type pg from 'pg';

/** Length to which the text of an unnamed statement is cut. */
const LABEL_CHARACTERS = 200;

interface SlowStatementOptions {
  /** Threshold. */
  milliseconds: number;
  log: { warn(fields: object, message: string): void };
}

/** Logs each slow statement of the connections that the pool opens from now on, by name or text, never its values. */
export function logSlowStatements(pool: pg.Pool, { milliseconds, log }: SlowStatementOptions): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    // When the previous statement of the connection ended; a pipelined statement starts then.
    let free = 0;
    /** Runs a statement as `client.query` does, and times it. */
    const timed = (...given: unknown[]) => {
      const sent = performance.now();
      /** Logs the statement if it took long, without the time that it waited for the one before it. */
      const logIfSlow = () => {
        const start = Math.max(sent, free);
        free = performance.now();
        if (free - start < milliseconds) return;
        const fields = { statement: statementLabel(given[0]), milliseconds: Math.round(free - start) };
        log.warn(fields, 'A statement was slow.');
      };
      const callback = given.at(-1);
      if (typeof callback === 'function') {
        const noted = (...outcome: unknown[]) => {
          logIfSlow();
          callback(...outcome);
        };
        return query(...given.slice(0, -1), noted);
      }
      const result = query(...given);
      if (result instanceof Promise) result.then(logIfSlow, logIfSlow);
      return result;
    };
    client.query = timed as typeof client.query;
  });
}

/** The statement's name, or else the first 200 characters of its text without literals, which may be values. */
function statementLabel(statement: unknown): string {
  const { name, text = '' } =
    typeof statement === 'string' ? { text: statement } : (statement as pg.QueryConfig);
  return (
    name ??
    text
      .replace(/'[^']*'/g, "'…'")
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, LABEL_CHARACTERS)
  );
}
