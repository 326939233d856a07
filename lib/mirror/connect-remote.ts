import { isUnanswered } from '@/lib/client/api-error';
import { Client } from '@/lib/client/client';
import { NETWORK, type Persistence } from '@/lib/client/persistence';
import type { ConnectionStatus, Sighting } from '@/lib/contract/connection';
import type { OperationName } from '@/lib/contract/operations';
import type { Database } from '@/lib/database/database';
import { Abilities, discover, type Known } from './abilities';
import { Copy, WANDERS } from './copy';
import { Door } from './door';
import { fill } from './fill';
import { Health } from './health';
import { type Rhythm, Tender } from './tender';
import { within } from './within';

/** Next replaces it when it is loaded, by one that does not ask twice while a page is made. */
const networkFetch = globalThis.fetch;

/** Milliseconds until an operation that the service refused to do at all is offered again. */
const LOST_FOR = 3_600_000;

/** Milliseconds that somebody who asks how the service is waits for the answer. */
const MOST_PATIENCE = 12_000;

/** For a question without which one can go on: nobody waits long for the answer. */
const briefly = ({ attempts, timeout, total, backOff }: Persistence): Persistence => ({
  attempts: Math.min(attempts, 2),
  timeout: Math.min(timeout, 5_000),
  total: Math.min(total, 10_000),
  backOff,
});

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
  /** Waits until it is known whether the service is there, so many milliseconds at most. */
  begun(milliseconds: number): Promise<void>;
  /** What can be called through that. */
  capabilities(): ReadonlySet<OperationName>;
  /** What the service itself can do, without the copy. */
  abilities(): ReadonlySet<OperationName>;
  /** Why something cannot be called. */
  why(name: OperationName): string;
  /** Finds out whether the service is there, and what it can do now. */
  check(): Promise<void>;
  status(): Promise<ConnectionStatus>;
  sightings(ids: string[]): Promise<Record<string, Sighting>>;
  /** Starts a fill, or goes on with one; returns as soon as it is claimed, or until when the service forbids it. */
  refresh(): Promise<Date | null>;
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
  const stored = await copy.store.abilities();
  let told = stored && Abilities.fromList(stored);
  const abilities = () => told ?? Abilities.published;
  const lost = new Map<OperationName, number>();
  /** The contact for which an operation was last said not to be there. */
  const suspected = new Map<OperationName, string>();

  const client = (persistence = network) =>
    new Client({
      baseUrl: url,
      token,
      fetch: options.fetch ?? networkFetch,
      // While it is known to be away one try tells whether it is back.
      network: health.isAway ? { ...persistence, attempts: 1 } : persistence,
    });

  const brief = () => client(briefly(network));
  const door = new Door({
    client,
    brief,
    localFetch(request) {
      const headers = new Headers(request.headers);
      headers.set('Authorization', `Bearer ${copy.token}`);
      return options.localFetch(new Request(request, { headers }));
    },
    copy,
    health,
    abilities,
    doubt(name, error, id) {
      // What says so in words may mean the contact: it is believed when it says so of another one, too.
      const isWorded = isUnanswered(error) && error.code === 'BAD_RESPONSE' && id !== undefined;
      const isSure = !isWorded || (suspected.get(name) ?? id) !== id;
      if (isWorded) suspected.set(name, id);
      // Of something that answered in the service's place it cannot be told for how long it will.
      if (isUnanswered(error) && (error.said || error.code !== 'BAD_RESPONSE') && isSure)
        lost.set(name, Date.now());
      tender.discoverSoon();
    },
    mayBeCreated: () => tender.fillSoon(),
    log,
  });

  const tender = new Tender({
    rhythm: options.rhythm,
    log,
    health,
    progress: () => copy.progress,
    fills: () => !abilities().searches && abilities().operations.has('listContacts'),
    async discover(signal) {
      for (const [name, at] of lost) if (Date.now() - at > LOST_FOR) lost.delete(name);
      const known: Known = {
        abilities: told,
        contactId: await copy.store.someId(),
        lost: new Set(lost.keys()),
      };
      const clients = { client: client(), brief: brief() };
      const found = await discover(clients, known, signal);
      if ('error' in found) {
        const { error } = found;
        health.noteFailedDiscovery(error);
        return { error, inDoubt: false, retryAfter: error.retryAfter ?? 0 };
      }
      const { segmentsError } = found;
      if (segmentsError) health.note({ ok: false, error: segmentsError });
      health.note({ ok: true });
      const list = found.abilities.toList();
      if (list.join() !== told?.toList().join())
        log.info({ operations: list }, 'The contacts service has told what it can do.');
      told = found.abilities;
      if (!told.searches) {
        if (found.organizationId && !(await copy.belongsTo(found.organizationId)))
          health.noteLeftOut(WANDERS, 200, null);
        if (!segmentsError) await door.readSegments(undefined, signal);
        await copy.store.gatherStatistics();
      }
      await copy.store.saveAbilities(list);
      return { error: null, ...found };
    },
    fill: (claim, signal) =>
      fill(
        {
          client: client(),
          copy,
          canGet: abilities().operations.has('getContact'),
          signal,
          note(result) {
            health.note(result);
            if (!result.ok && isUnanswered(result.error)) tender.discoverSoon();
          },
        },
        claim,
      ),
  });
  const begun = tender.start();

  return {
    fetch: door.fetch,
    begun: async (milliseconds) => void (await within(milliseconds, begun)),
    capabilities: () => abilities().offered,
    abilities: () => abilities().operations,
    why: (name) => abilities().why(name),
    async check() {
      lost.clear();
      suspected.clear();
      await within(MOST_PATIENCE, tender.check());
    },
    sightings: (ids) => copy.store.sightings(ids),
    refresh: () => tender.refresh(),
    close: () => tender.close(),
    async status() {
      const { state, lastSuccessAt, lastError } = health;
      const known = { url, state, told: told !== null, lastSuccessAt, lastError };
      if (abilities().searches) return { ...known, mirror: null };
      const [row, counts] = [await copy.progress.read(), await copy.store.counts()];
      const done = Math.min(row.page * row.pageSize, row.total ?? Number.POSITIVE_INFINITY);
      return {
        ...known,
        mirror: {
          fillable: abilities().operations.has('listContacts'),
          certain: copy.isCertain,
          ...counts,
          unreadable: await copy.store.unreadable(),
          completeAt: row.completeAt?.toISOString() ?? null,
          claimed: row.seen === null || row.error ? null : row.total,
          lack:
            row.seen === null || !row.error
              ? null
              : { seen: row.seen, total: row.total && Math.max(row.total, row.seen), why: row.error },
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
