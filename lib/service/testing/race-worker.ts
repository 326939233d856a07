import { openDatabase } from '@/lib/database/database';
import { JobRunner } from '@/lib/jobs/job-runner';
import { bulkChangeJob } from '../bulk-changes/bulk-change-job';
import { createApi } from '../http/api';
import { ServiceWebhooks } from '../webhooks/service-webhooks';

export interface RaceRequest {
  method: string;
  /** Below `/v1`. */
  path: string;
  body?: object;
  headers?: Record<string, string>;
}

/**
 * A process with an instance of the API, for `testing-race.ts`. Receives a list of requests, makes all of them at once and
 * sends back the answers. Arguments: connection string and token.
 */
const [, , url, token] = process.argv as unknown as [string, string, string, string];
const database = await openDatabase({ url, dataDir: '' });
const log = { warn: () => {}, error: (fields: object) => console.error(fields) };
const jobs = new JobRunner({ database, log, kinds: bulkChangeJob() });
jobs.start();
const api = createApi({
  database,
  log,
  version: 'test',
  webhooks: new ServiceWebhooks('of the tests', new Set(['localhost'])),
  trashDays: 30,
  jobs,
  checkAnswers: true,
});

process.on('message', async (requests: RaceRequest[]) => {
  const answers = await Promise.all(
    requests.map(async ({ method, path, body, headers }) => {
      const response = await api.fetch(
        new Request(`http://test/v1${path}`, {
          method,
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
          body: JSON.stringify(body),
        }),
      );
      return { status: response.status, body: await response.json() };
    }),
  );
  process.send?.(answers);
});
process.on(
  'disconnect',
  () =>
    void jobs
      .close()
      .then(() => database.close())
      .then(() => process.exit()),
);
process.send?.('ready');
