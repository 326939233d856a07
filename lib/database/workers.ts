import type pg from 'pg';

/** Between looks at what takes long. One that is found by two of them has its worker checked. */
const LOOK_MILLISECONDS = 125;

const UNREACHABLE = `select groupid, nodename || ':' || nodeport as worker from pg_dist_node
  where groupid > 0 and isactive and not citus_check_connection_to_node(nodename, nodeport)`;

/** `null`: of all; `undefined`: of none. */
type OrganizationId = string | null | undefined;

interface Use {
  client: pg.PoolClient;
  organizationId: OrganizationId;
  isLate: boolean;
}

/**
 * The workers of a Citus coordinator. Connections to one that is frozen, or gone from the network, stay open and silent: what
 * waits on them would wait for its timeout.
 */
export class Workers {
  private readonly uses = new Set<Use>();
  /** Organizations of the workers that did not answer when they were last checked. */
  private silent = new Set<string>();
  private looking: NodeJS.Timeout | undefined;

  /** @param pool of sessions that connect to a worker anew each time. */
  constructor(private readonly pool: Pick<pg.Pool, 'query' | 'end'>) {}

  /** Those that cannot be reached, by host and port: their organizations get 503, the others everything. */
  async unreachable(): Promise<string[]> {
    const { rows } = await this.pool.query<{ worker: string }>(`${UNREACHABLE} order by 2`);
    return rows.map(({ worker }) => worker);
  }

  /** Throws as if the organization's worker could not be reached, while it is known not to answer. */
  refuse(organizationId: OrganizationId): void {
    if (this.isSilent(organizationId)) throw silence();
  }

  /** Closes the connection, as soon as the organization's worker turns out to be silent. Returns what ends the watch. */
  watch(client: pg.PoolClient, organizationId: OrganizationId): () => void {
    const use = { client, organizationId, isLate: false };
    this.uses.add(use);
    this.look();
    return () => this.uses.delete(use);
  }

  close(): Promise<void> {
    clearTimeout(this.looking);
    return this.pool.end();
  }

  private isSilent(organizationId: OrganizationId): boolean {
    return organizationId === null ? this.silent.size > 0 : this.silent.has(organizationId ?? '');
  }

  private look(): void {
    this.looking ??= setTimeout(async () => {
      if (this.silent.size > 0 || [...this.uses].some(({ isLate }) => isLate)) await this.check();
      for (const use of this.uses) use.isLate = true;
      this.looking = undefined;
      if (this.silent.size + this.uses.size > 0) this.look();
    }, LOOK_MILLISECONDS).unref();
  }

  private async check(): Promise<void> {
    const found = await this.pool
      .query<{ id: string }>(
        `with unreachable as materialized (${UNREACHABLE})
         select o.id from unreachable join pg_dist_placement p using (groupid)
         join organizations o on get_shard_id_for_distribution_column('contacts', o.id) = p.shardid`,
      )
      // The coordinator's outage, which others report.
      .catch(() => ({ rows: [] }));
    this.silent = new Set(found.rows.map(({ id }) => id));
    for (const { client, organizationId } of this.uses)
      if (this.isSilent(organizationId)) client.connection.stream.destroy(silence());
  }
}

/** As from a coordinator that could not reach a worker: see `isRemote`. */
const silence = () =>
  Object.assign(new Error('The worker that has the organization does not answer.'), {
    code: '08006',
    severity: 'ERROR',
  });
