import { openDatabase } from '@/lib/database/database';
import { JobRunner } from '@/lib/jobs/job-runner';
import { connectService } from '@/lib/replica/connect-service';

/* node dist/synchronize.js URL DATA_DIR [DATABASE_URL]: reads the list of a service once, as the program does, and prints the milliseconds. */
const [, , url = '', dataDir = '', databaseUrl] = process.argv;
const database = await openDatabase({ url: databaseUrl, dataDir });
const log = { info() {}, warn: console.error, error: console.error };
const connection = await connectService({
  url,
  token: 'bench',
  database,
  localFetch: async () => new Response(null, { status: 404 }),
  tokenFor: async () => '',
  wake: () => {},
  log,
});
await connection.begun(10_000);
const runner = new JobRunner({ database, log, kinds: connection.jobs.sync });
await connection.synchronize();
const start = performance.now();
await runner.runAll();
const took = Math.round(performance.now() - start);
const { replica } = await connection.status();
console.log(`${took} milliseconds, ${replica?.contacts} contacts`);
await connection.close();
await database.close();
