import type pg from 'pg';

/** Interval between looks at running statements. Workers are checked once two looks have seen the same statement. */
const LOOK_MILLISECONDS = 125;

const UNREACHABLE = `select groupid, nodename || ':' || nodeport as worker from pg_dist_node
  where groupid > 0 and isactive and not citus_check_connection_to_node(nodename, nodeport)`;

/** `null`: all organizations; `undefined`: none. */
type OrganizationId = string | null | undefined;

interface Use {
  client: pg.PoolClient;
  organizationId: OrganizationId;
  isLate: boolean;
}

/**
 * Watches the workers of a Citus coordinator. Connections to a frozen or unplugged worker stay open and silent: statements
 * would wait for their timeout.
 */
export class Workers {
  private readonly uses = new Set<Use>();
  /** Organizations of the workers that did not answer when they were last checked. */
  private silent = new Set<string>();
  private looking: NodeJS.Timeout | undefined;

  /** @param pool sessions that open a new connection to a worker each time. */
  constructor(private readonly pool: Pick<pg.Pool, 'query' | 'end'>) {}

  /**
   * Asks the coordinator for unreachable workers, as `host:port`, by name. Their organizations get 503; the others are served.
   */
  async unreachable(): Promise<string[]> {
    const { rows } = await this.pool.query<{ worker: string }>(`${UNREACHABLE} order by 2`);
    return rows.map(({ worker }) => worker);
  }

  /** Throws an outage while the organization's worker, or for `null` any worker, is known to be silent. */
  refuse(organizationId: OrganizationId): void {
    if (this.isSilent(organizationId)) throw silence();
  }

  /** Closes the connection as soon as the organization's worker turns out to be silent. Returns a function that ends the watch. */
  watch(client: pg.PoolClient, organizationId: OrganizationId): () => void {
    const use = { client, organizationId, isLate: false };
    this.uses.add(use);
    this.look();
    return () => this.uses.delete(use);
  }

  /** Stops watching, and closes the sessions that check workers. */
  close(): Promise<void> {
    clearTimeout(this.looking);
    return this.pool.end();
  }

  private isSilent(organizationId: OrganizationId): boolean {
    return organizationId === null ? this.silent.size > 0 : this.silent.has(organizationId ?? '');
  }

  /** Plans a look at running statements, and further ones while there are any or a worker is silent. */
  private look(): void {
    this.looking ??= setTimeout(async () => {
      if (this.silent.size > 0 || [...this.uses].some(({ isLate }) => isLate)) await this.check();
      for (const use of this.uses) use.isLate = true;
      this.looking = undefined;
      if (this.silent.size + this.uses.size > 0) this.look();
    }, LOOK_MILLISECONDS).unref();
  }

  /** Finds the organizations of silent workers, and closes connections that wait for them. */
  private async check(): Promise<void> {
    const found = await this.pool
      .query<{ id: string }>(
        `with unreachable as materialized (${UNREACHABLE})
         select o.id from unreachable join pg_dist_placement p using (groupid)
         join organizations o on get_shard_id_for_distribution_column('contacts', o.id) = p.shardid`,
      )
      // Requests report an outage of the coordinator.
      .catch(() => ({ rows: [] }));
    this.silent = new Set(found.rows.map(({ id }) => id));
    for (const { client, organizationId } of this.uses)
      if (this.isSilent(organizationId)) client.connection.stream.destroy(silence());
  }
}

/** The error of a coordinator that could not reach a worker: see `isRemote`. */
const silence = () =>
  Object.assign(new Error('The worker that has the organization does not answer.'), {
    code: '08006',
    severity: 'ERROR',
  });
