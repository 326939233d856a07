import { JobRunner } from '@/lib/jobs/job-runner';
import { connectService } from '@/lib/remote/connect-service';
import { FakeService } from '@/lib/remote/fake-service';
import { contactCount, database } from './database';

/* Synchronizes once with a service that responds within 5 ms. */
const service = new FakeService({ lists: true, delay: 5 });
const segmentIds = service.segments.map(({ id }) => id);
for (let n = 0; n < contactCount; n++)
  service.add({
    email: `person${n}@example.com`,
    phone: `+1202555${String(n).padStart(7, '0')}`,
    firstname: `First ${n % 997}`,
    lastname: `Last ${n % 9973}`,
    company: `Company ${n % 1009}`,
    segmentIds,
  });
await service.start();
const log = { info() {}, warn: console.error, error: console.error };
const noError = { code: 'NOT_FOUND' as const, status: 404, message: '', details: [], requestId: null };
const connection = await connectService({
  url: service.url,
  token: service.token,
  database,
  localCall: async () => ({ ok: false, error: noError }),
  tokenFor: async () => '',
  wake: () => {},
  log,
});
await connection.firstResponse(10_000);
const runner = new JobRunner({ database, log, kinds: connection.syncJob });
await connection.synchronize();
const start = performance.now();
await runner.runAll();
const took = Math.round(performance.now() - start);
const { replica } = await connection.status();
console.log(`${took} ms, ${replica?.contacts} contacts`);
await connection.close();
await database.close();
await service.stop();
