import type { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { type Bind, bindMessage } from './bind-message';

interface Parse {
  text: string;
  types?: unknown;
}

/** What a new client of the shared session begins with: nothing open, nothing prepared by the one before. */
export const FRESH_SESSION = 'rollback; deallocate all';

/**
 * A `pg` client class whose connections lead to the embedded database.
 *
 * Four things of PGlite's own adapter are mended here. A pool drops a client after an error and makes another one, so
 * each client gets a connection of its own (all of them share PGlite's one session: see `FRESH_SESSION`). `pg` hands a
 * query's type parsers on as `types`, which the adapter takes for a list of parameter types. It is slow with long values:
 * see `bindMessage`. And it makes a call of each message, where those of one query can go together: see `inOneCall`.
 */
export function embeddedClient(engine: PGlite): typeof pg.Client {
  return class EmbeddedClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      const bound: Uint8Array[] = [];
      const embedded = createPgConfig(inOneCall(engine, bound));
      const { connection } = embedded;
      const parse = connection.parse.bind(connection);
      connection.parse = ({ types, ...query }: Parse) =>
        parse({ ...query, ...(Array.isArray(types) && { types }) });
      const bind = connection.bind.bind(connection);
      connection.bind = (message: Bind) => {
        bound.push(bindMessage(message));
        // Only its place among the messages is the adapter's.
        bind({});
      };
      super({ ...config, ...embedded });
    }
  };
}

/** Parse, bind, describe, execute and close of the extended query protocol: what they answer is waited for after a sync. */
const HELD = new Set(Buffer.from('PBDEC'));

const BIND = 'B'.charCodeAt(0);

/**
 * The engine as the adapter uses it, with the messages of a query in one call: half the time of a query that finds a row.
 * `bound` has the messages that take the place of the adapter's own bind messages, in order.
 */
function inOneCall(engine: PGlite, bound: Uint8Array[]): PGlite {
  let held: Uint8Array[] = [];
  const joined: Pick<PGlite, 'waitReady' | 'execProtocolStream'> = {
    waitReady: engine.waitReady,
    async execProtocolStream(message, options) {
      held.push((message[0] === BIND && bound.shift()) || message);
      if (HELD.has(message[0] as number)) return [];
      const all = held.length > 1 ? Buffer.concat(held) : message;
      held = [];
      return engine.execProtocolStream(all, options);
    },
  };
  return joined as PGlite;
}
