import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface ServerPoolOptions extends pg.PoolConfig {
  /** Connection strings, one per host, tried in turn. */
  urls: string[];
  max: number;
  /** SQL that every new connection runs. */
  session: string;
}

const CONNECTING_MILLISECONDS = 5_000;
/** How long connecting may wait at the server's connection limit or for a failover, and the interval between attempts. */
const WAITING_MILLISECONDS = 15_000;
const STEP_MILLISECONDS = 100;
/** How long the pool stays at the size that the server last allowed. */
const FEWER_MILLISECONDS = 5_000;
/** SQLSTATE of a server, database or user with too many connections. */
const TOO_MANY = '53300';
/** SQLSTATE of a server that is read-only. */
const READ_ONLY = '25006';
/** Messages of errors of the pool itself. */
const OWN = /^(timeout exceeded when trying to connect|Cannot use a pool)/;

/** Application name of sessions. Versions before 0.2.0 use `roster`, and have to end before an upgrade. */
const APPLICATION = 'roster 0.2';

type Connected = Parameters<pg.Pool['connect']>[0];

/**
 * Pool of connections to the first server that answers and, if there are several, is writable. Waits at the server's
 * connection limit and during a failover. Sends no settings in the startup message: poolers refuse them.
 */
export class ServerPool extends pg.Pool {
  private readonly urls: string[];
  /** The server to connect to, by index. */
  private current = 0;
  private readonly size: number;
  private growing: NodeJS.Timeout | undefined;
  private readonly clients = new Set<pg.Client>();
  /** Whether the server is known to be silent, so that new connections fail at once. */
  isBroken = false;

  constructor({ urls, session, ...config }: ServerPoolOptions) {
    // Clients are constructed when the pool connects, after `this` is available.
    const pool = (): ServerPool => this;
    class ServerClient extends pg.Client {
      constructor(options: pg.ClientConfig) {
        super({ ...options, connectionString: pool().urls[pool().current] });
        pool().add(this);
      }
    }
    super({
      connectionTimeoutMillis: CONNECTING_MILLISECONDS,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      // Some firewalls drop idle connections after a few minutes.
      keepAliveInitialDelayMillis: 60_000,
      ...config,
      Client: ServerClient as unknown as pg.PoolConfig['Client'],
      onConnect: async (client) => {
        // Set by SQL, because a name in the connection string would override the option.
        await client.query(`${session}; set application_name = '${APPLICATION}'`);
        if (urls.length > 1) await refuseStandby(client);
      },
    });
    this.urls = urls;
    this.size = config.max;
  }

  get isBusy(): boolean {
    return this.totalCount > this.idleCount;
  }

  /** Fails queries and connections with an outage, also new ones until `accept`. */
  breakOff(): void {
    this.isBroken = true;
    for (const client of this.clients) breakConnection(client);
  }

  accept(): void {
    this.isBroken = false;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  /** Connects as `connectInTurn` does; tells a callback, as the pool's own queries need, or returns a promise. */
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    const connecting = this.connectInTurn();
    if (!connected) return connecting;
    connecting.then(
      (client) => connected(undefined, client, client.release),
      (cause) => connected(cause, undefined, () => {}),
    );
  }

  /** Tries the servers in turn, and again for up to 15 s while they have no room, or only a standby answers. */
  private async connectInTurn(): Promise<pg.PoolClient> {
    const deadline = performance.now() + WAITING_MILLISECONDS;
    const wait = async () => performance.now() < deadline && (await sleep(STEP_MILLISECONDS, true));
    let hasStandby = false;
    for (let failed = 1; ; ) {
      const tried = this.current;
      try {
        return await super.connect();
      } catch (cause) {
        const { code, message } = cause as Error & { code?: string };
        if (code === TOO_MANY && (await wait())) {
          this.shrink();
          continue;
        }
        hasStandby ||= code === READ_ONLY;
        const isLast = failed++ % this.urls.length === 0;
        // A standby may be about to take over.
        if (OWN.test(message) || (isLast && !(hasStandby && (await wait())))) throw cause;
        // Move on to the next server, unless another request has meanwhile.
        if (this.current === tried) this.current = (tried + 1) % this.urls.length;
      }
    }
  }

  /** Remembers a connection until it ends, and breaks it while the server is silent. */
  private add(client: pg.Client): void {
    this.clients.add(client);
    client.once('end', () => this.clients.delete(client));
    // Break it in the next tick, once the pool listens for its errors.
    if (this.isBroken) process.nextTick(breakConnection, client);
  }

  /** Limits the pool to its present connections for 5 s. */
  private shrink(): void {
    this.options.max = Math.max(1, this.totalCount);
    clearTimeout(this.growing);
    this.growing = setTimeout(() => {
      this.options.max = this.size;
    }, FEWER_MILLISECONDS).unref();
  }
}

/** Ends a connection and its queries with an outage. */
function breakConnection(client: pg.Client): void {
  client.connection.stream.destroy(
    Object.assign(new Error('The database does not answer.'), { code: 'ETIMEDOUT' }),
  );
}

/** Throws the error of a read-only server if that is what the connection leads to. */
async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(
    "select current_setting('transaction_read_only')::boolean as is_read_only",
  );
  if (rows[0].is_read_only)
    throw Object.assign(new Error('cannot write to a read-only server'), { code: READ_ONLY });
}
