import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { BACKUP_PATH, operatorToken } from '@/lib/system/operator';
import { StartError } from '@/lib/system/start-error';
import { operatorListener } from './operator';

const backup = vi.fn<(to: Writable) => Promise<number>>(async (to) => {
  to.write('bytes');
  return 7;
});
const log = { error: vi.fn<() => void>(), info: vi.fn<() => void>() };
const server = createServer(operatorListener({ secret: 'of the test', log, backup }));
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => void server.close());

async function order(
  headers: Record<string, string> = {},
  token = operatorToken('of the test'),
  path = BACKUP_PATH,
) {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, ...headers },
    // No file to write: the bytes are the answer.
    body: JSON.stringify({ file: '/tmp/never.backup' }),
  });
  return [response.status, await response.text()];
}

test('sends a backup to those who know the secret', async () => {
  expect(await order()).toEqual([200, 'bytes']);
  expect(backup).toHaveBeenCalledOnce();
});

test('does nothing for others, nor for what came through a proxy', async () => {
  backup.mockClear();
  for (const token of ['', 'wrong', operatorToken('another'), 'of the test'])
    expect((await order({}, token))[0]).toBe(404);
  expect((await order({}, undefined, '/ops/other'))[0]).toBe(404);
  for (const name of ['Via', 'Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Real-IP'])
    expect((await order({ [name]: '203.0.113.7' }))[0]).toBe(404);
  expect(backup).not.toHaveBeenCalled();
});

test('says why a backup failed, and nothing of what the operator cannot mend', async () => {
  backup.mockRejectedValueOnce(new StartError('The database is empty.'));
  const [status, text] = await order();
  expect([status, JSON.parse(text as string)]).toEqual([
    500,
    { error: { code: 'INTERNAL_ERROR', message: 'The database is empty.', details: [] } },
  ]);
  backup.mockRejectedValueOnce(new Error('column secret'));
  expect(JSON.stringify(await order())).not.toContain('secret');
  expect(log.error).toHaveBeenCalledTimes(2);
});
