import { openDatabase } from '@/lib/database/database';
import { createApi } from './api';

/**
 * A process of its own with an instance of the API, for `race.test.ts`: told headers and a list of bodies, it posts all of them at
 * once and tells the answers. Arguments: connection string and token.
 */
const [, , url, token] = process.argv as unknown as [string, string, string, string];
const database = await openDatabase({ url, dataDir: '' });
const log = { error: (fields: object) => console.error(fields) };
const api = createApi({ database, log, version: 'test', trashDays: 30, checkAnswers: true });

process.on('message', async ({ bodies, headers }: { bodies: object[]; headers: Record<string, string> }) => {
  const answers = await Promise.all(
    bodies.map(async (body) => {
      const response = await api.fetch(
        new Request('http://test/v1/contacts', {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
          body: JSON.stringify(body),
        }),
      );
      return { status: response.status, body: await response.json() };
    }),
  );
  process.send?.(answers);
});
process.on('disconnect', () => void database.close().then(() => process.exit()));
process.send?.('ready');
