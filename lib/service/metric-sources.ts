import type { Database } from '@/lib/database/database';
import type { ScheduledBackups } from '@/lib/database/scheduled-backups';
import { run } from '@/lib/database/statement';
import type { MetricSources } from '@/lib/system/metrics';

/** Metrics from the database, for all organizations together. */
export function metricSources(
  database: Database,
  folders: Record<string, string>,
  backups: Pick<ScheduledBackups, 'status'> | null = null,
): MetricSources {
  const one = async <Row extends object>(name: string, text: string) =>
    (await run<Row>(database, { name, text }, undefined, null))[0] as Row;
  return {
    pool: database.pool,
    folders,
    /** Number of jobs by kind and state, and seconds since the oldest was created. */
    jobs: () =>
      run(database, {
        name: 'count_jobs',
        text: `select kind, state, count(*)::float8 as count, extract(epoch from clock_timestamp() - min(created_at))::float8 as oldest
          from jobs group by kind, state`,
      }),
    /**
     * Times of the last seal, sync, backup and proven backup, in seconds since 1970; 0 for a backup that was never made.
     */
    async lastTimes() {
      const { seal, sync } = await one<{ seal: number | null; sync: number | null }>(
        'read_last_times',
        `select (select extract(epoch from max(sealed_at))::float8 from activity_seals) as seal,
           (select extract(epoch from max(updated_at))::float8 from jobs where kind = 'sync-replica' and state = 'finished') as sync`,
      );
      const status = await backups?.status();
      const seconds = (time: string | null | undefined) => (time ? Date.parse(time) / 1000 : 0);
      return {
        ...(seal !== null && { seal }),
        ...(sync !== null && { sync }),
        ...(status && { backup: seconds(status.madeAt), proof: seconds(status.proven?.at) }),
      };
    },
    backupFailed: async () => (backups ? (await backups.status()).problem !== null : null),
    unreachable: async () => (await database.workers?.unreachable()) ?? [],
    /** Bytes of the database and, if it is embedded, of its write-ahead log. */
    bytes: () =>
      database.engine === 'embedded'
        ? one(
            'measure_embedded',
            `select pg_database_size(current_database())::float8 as data, (select sum(size)::float8 from pg_ls_waldir()) as wal`,
          )
        : one('measure_server', 'select pg_database_size(current_database())::float8 as data'),
  };
}
