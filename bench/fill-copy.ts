import { openDatabase } from '@/lib/database/database';
import { connectRemote } from '@/lib/mirror/connect-remote';

/*
 * node dist/fill-copy.js URL DATA_DIR [DATABASE_URL]: fills the copy of a service's contacts once, as the program does
 * when it is first connected, and prints the milliseconds that took, as the program's log has its beginning and its end.
 */
const [, , url = '', dataDir = '', databaseUrl] = process.argv;
const database = await openDatabase({ url: databaseUrl, dataDir });
let start = 0;
let told: (() => void) | undefined;
const complete = new Promise<void>((resolve) => {
  told = resolve;
});
const log = {
  info(_: object, message: string) {
    if (message.startsWith('Filling the copy')) start = performance.now();
    if (message.endsWith('is complete.')) told?.();
  },
  warn: console.error,
  error: console.error,
};
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
await complete;
const took = Math.round(performance.now() - start);
const { user, system } = process.cpuUsage(before);
console.error(`processor: ${((user + system) / 1e6).toFixed(1)} s`);
console.log(`${took} milliseconds, ${(await remote.status()).mirror?.contacts} contacts`);
await remote.close();
await database.close();
