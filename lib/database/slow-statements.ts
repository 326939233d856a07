import type pg from 'pg';

/** Of the text of a statement without a name. */
const LABEL_CHARACTERS = 200;

interface SlowStatementOptions {
  /** Threshold. */
  milliseconds: number;
  log: { warn(fields: object, message: string): void };
}

/** Logs each statement that takes long, by its name or text: never its values. */
export function logSlowStatements(pool: pg.Pool, { milliseconds, log }: SlowStatementOptions): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    // A connection works on one statement after the other, so those that were sent meanwhile begin here.
    let free = 0;
    const timed = (...given: unknown[]) => {
      const sent = performance.now();
      const note = () => {
        const start = Math.max(sent, free);
        free = performance.now();
        if (free - start < milliseconds) return;
        const fields = { statement: statementLabel(given[0]), milliseconds: Math.round(free - start) };
        log.warn(fields, 'A statement was slow.');
      };
      const callback = given.at(-1);
      if (typeof callback === 'function') {
        const noted = (...outcome: unknown[]) => {
          note();
          callback(...outcome);
        };
        return query(...given.slice(0, -1), noted);
      }
      const result = query(...given);
      if (result instanceof Promise) result.then(note, note);
      return result;
    };
    client.query = timed as typeof client.query;
  });
}

/** Literals are left out, too: they stand in few texts, and would be values in those. */
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
