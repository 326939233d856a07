import type { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';

interface Parse {
  text: string;
  types?: unknown;
}

/** What a new client of the shared session begins with: nothing open, nothing prepared by the one before. */
export const FRESH_SESSION = 'rollback; deallocate all';

/**
 * A `pg` client class whose connections lead to the embedded database.
 *
 * Three things of PGlite's own adapter are mended here. A pool drops a client after an error and makes another one, so
 * each client gets a connection of its own (all of them share PGlite's one session: see `FRESH_SESSION`). `pg` hands a
 * query's type parsers on as `types`, which the adapter takes for a list of parameter types. And it makes a call of each
 * message, where those of one query can go together: see `inOneCall`.
 */
export function embeddedClient(engine: PGlite): typeof pg.Client {
  return class EmbeddedClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      const embedded = createPgConfig(inOneCall(engine));
      const { connection } = embedded;
      const parse = connection.parse.bind(connection);
      connection.parse = ({ types, ...query }: Parse) =>
        parse({ ...query, ...(Array.isArray(types) && { types }) });
      super({ ...config, ...embedded });
    }
  };
}

/** Parse, bind, describe, execute and close of the extended query protocol: what they answer is waited for after a sync. */
const HELD = new Set(Buffer.from('PBDEC'));

/** The engine as the adapter uses it, with the messages of a query in one call: half the time of a query that finds a row. */
function inOneCall(engine: PGlite): PGlite {
  let held: Uint8Array[] = [];
  const joined: Pick<PGlite, 'waitReady' | 'execProtocolStream'> = {
    waitReady: engine.waitReady,
    async execProtocolStream(message, options) {
      held.push(message);
      if (HELD.has(message[0] as number)) return [];
      const all = held.length > 1 ? Buffer.concat(held) : message;
      held = [];
      return engine.execProtocolStream(all, options);
    },
  };
  return joined as PGlite;
}
