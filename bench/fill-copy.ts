import { openDatabase } from '@/lib/database/database';
import { connectRemote } from '@/lib/mirror/connect-remote';

/*
 * node dist/fill-copy.js URL DATA_DIR [DATABASE_URL]: fills the copy of a service's contacts once, as the program does
 * when it is first connected, and prints the milliseconds that took.
 */
const [, , url = '', dataDir = '', databaseUrl] = process.argv;
const database = await openDatabase({ url: databaseUrl, dataDir });
const log = { info() {}, warn: console.error, error: console.error };
const remote = await connectRemote({
  url,
  token: 'bench',
  database,
  localFetch: async () => new Response(null, { status: 404 }),
  tokenFor: async () => '',
  log,
  rhythm: { look: 20 },
});
const before = process.cpuUsage();
let start: number | undefined;
for (;;) {
  const { mirror } = await remote.status();
  if (mirror?.fill) start ??= Date.parse(mirror.fill.startedAt);
  if (mirror?.completeAt && start) {
    const { user, system } = process.cpuUsage(before);
    console.error(`processor: ${((user + system) / 1e6).toFixed(1)} s`);
    console.log(`${Date.now() - start} milliseconds, ${mirror.contacts} contacts`);
    break;
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
}
await remote.close();
await database.close();
