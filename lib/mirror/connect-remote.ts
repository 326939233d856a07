import { Client } from '@/lib/client/client';
import { NETWORK, type Persistence } from '@/lib/client/persistence';
import type { ConnectionStatus, Sighting } from '@/lib/contract/connection';
import type { OperationName } from '@/lib/contract/operations';
import type { Database } from '@/lib/database/database';
import { Abilities, discover } from './abilities';
import { Copy } from './copy';
import { Door } from './door';
import { fill } from './fill';
import { Health } from './health';
import { type Rhythm, Tender } from './tender';

/** Next replaces it when it is loaded, by one that does not ask twice while a page is made. */
const networkFetch = globalThis.fetch;

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface RemoteOptions {
  /** Of the service, with its version prefix. */
  url: string;
  token: string;
  database: Database;
  /** The local API, which shows the copy. */
  localFetch(request: Request): Promise<Response>;
  /** A token of the local API for the organization that holds the copy. */
  tokenFor(organizationId: string): Promise<string>;
  log: Log;
  /** The network; another one in tests. */
  fetch?: (request: Request) => Promise<Response>;
  network?: Persistence;
  rhythm?: Partial<Rhythm>;
}

/** A connected service and the copy of it. */
export interface Remote {
  /** The `fetch` of the console's client. */
  fetch(request: Request): Promise<Response>;
  /** What can be called through that. */
  capabilities(): ReadonlySet<OperationName>;
  status(): Promise<ConnectionStatus>;
  sightings(ids: string[]): Promise<Record<string, Sighting>>;
  /** Starts a fill, or goes on with one; returns as soon as it is claimed. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Connects to a contacts service that somebody else runs. Returns at once with what was known of it the last time;
 * whether it is there, what it can do now, and the copy of its contacts are looked after from here on.
 */
export async function connectRemote(options: RemoteOptions): Promise<Remote> {
  const { url, token, log, network = NETWORK } = options;
  const health = new Health(log);
  const copy = await Copy.open(options);
  const known = await copy.store.abilities();
  let abilities = known ? Abilities.fromList(known) : Abilities.published;

  const client = (actor?: string, persistence = network) =>
    new Client({
      baseUrl: url,
      token,
      fetch: options.fetch ?? networkFetch,
      actor,
      // While it is known to be away one try tells whether it is back.
      network: health.isUp ? persistence : { ...persistence, attempts: 1 },
    });

  const door = new Door({
    client,
    localFetch(request) {
      const headers = new Headers(request.headers);
      headers.set('Authorization', `Bearer ${copy.token}`);
      return options.localFetch(new Request(request, { headers }));
    },
    copy,
    health,
    abilities: () => abilities,
    doubt: () => tender.discoverSoon(),
    log,
  });

  const tender = new Tender({
    rhythm: options.rhythm,
    log,
    health,
    progress: () => copy.progress,
    fills: () => !abilities.searches && abilities.operations.has('listContacts'),
    async discover(signal) {
      const found = await discover(client(), await copy.store.someId(), signal);
      if ('error' in found) {
        health.noteFailedDiscovery(found.error);
        return found.error;
      }
      health.note({ ok: true });
      const list = found.abilities.toList();
      if (list.join() !== abilities.toList().join() || !known)
        log.info({ operations: list }, 'The contacts service has told what it can do.');
      abilities = found.abilities;
      if (!abilities.searches) {
        if (found.organizationId) await copy.belongsTo(found.organizationId);
        await door.readSegments();
        await copy.store.gatherStatistics();
      }
      await copy.store.saveAbilities(list);
      return null;
    },
    fill: (claim, signal) =>
      fill(
        {
          client: client(),
          copy,
          canGet: abilities.operations.has('getContact'),
          signal,
          note: (result) => health.note(result),
        },
        claim,
      ),
  });
  tender.start();

  return {
    fetch: door.fetch,
    capabilities: () => abilities.offered,
    sightings: (ids) => copy.store.sightings(ids),
    refresh: () => tender.refresh(),
    close: () => tender.close(),
    async status() {
      const { state, lastSuccessAt, lastError } = health;
      if (abilities.searches) return { url, state, lastSuccessAt, lastError, mirror: null };
      const [row, counts] = [await copy.progress.read(), await copy.store.counts()];
      const done = Math.min(row.page * row.pageSize, row.total ?? Number.POSITIVE_INFINITY);
      return {
        url,
        state,
        lastSuccessAt,
        lastError,
        mirror: {
          fillable: abilities.operations.has('listContacts'),
          ...counts,
          unreadable: await copy.store.unreadable(),
          completeAt: row.completeAt?.toISOString() ?? null,
          fill:
            row.startedAt && !row.finishedAt
              ? {
                  startedAt: row.startedAt.toISOString(),
                  running: row.running,
                  done,
                  total: row.total,
                  error: row.error,
                }
              : null,
        },
      };
    },
  };
}
