import type { Database } from '@/lib/database/database';
import type { ScheduledBackups } from '@/lib/database/scheduled-backups';
import { run } from '@/lib/database/statement';
import type { MetricSources } from '@/lib/system/metrics';

/** What the database tells about itself, for all organizations together. */
export function metricSources(
  database: Database,
  dataDir: string,
  backups: Pick<ScheduledBackups, 'status'> | null = null,
): MetricSources {
  const one = async <Row extends object>(name: string, text: string) =>
    (await run<Row>(database, { name, text }, undefined, null))[0] as Row;
  return {
    pool: database.pool,
    dataDir,
    jobs: () =>
      run(database, {
        name: 'count_jobs',
        text: `select kind, state, count(*)::float8 as count, extract(epoch from clock_timestamp() - min(created_at))::float8 as oldest
          from jobs group by kind, state`,
      }),
    async ages() {
      const { seal, sync } = await one<{ seal: number | null; sync: number | null }>(
        'measure_ages',
        `select (select extract(epoch from clock_timestamp() - max(sealed_at))::float8 from activity_seals) as seal,
           (select extract(epoch from clock_timestamp() - max(updated_at))::float8 from jobs where kind = 'sync-replica' and state = 'finished') as sync`,
      );
      const { madeAt, proven } = (await backups?.status()) ?? {};
      const age = (time: string) => (Date.now() - Date.parse(time)) / 1000;
      return {
        ...(seal !== null && { seal }),
        ...(sync !== null && { sync }),
        ...(madeAt && { backup: age(madeAt) }),
        ...(proven && { proof: age(proven.at) }),
      };
    },
    bytes: () =>
      database.engine === 'embedded'
        ? one(
            'measure_embedded',
            `select pg_database_size(current_database())::float8 as data, (select sum(size)::float8 from pg_ls_waldir()) as wal`,
          )
        : one('measure_server', 'select pg_database_size(current_database())::float8 as data'),
  };
}
