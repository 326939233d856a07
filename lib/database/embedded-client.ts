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
 * Two things of PGlite's own adapter are mended here. A pool drops a client after an error and makes another one, so
 * each client gets a connection of its own (all of them share PGlite's one session: see `FRESH_SESSION`). `pg` hands a query's type parsers on as `types`, which the adapter takes for a list of
 * parameter types.
 */
export function embeddedClient(engine: PGlite): typeof pg.Client {
  return class EmbeddedClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      const embedded = createPgConfig(engine);
      const { connection } = embedded;
      const parse = connection.parse.bind(connection);
      connection.parse = ({ types, ...query }: Parse) =>
        parse({ ...query, ...(Array.isArray(types) && { types }) });
      super({ ...config, ...embedded });
    }
  };
}
