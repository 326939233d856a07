import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { BACKUP_PATH, operatorToken } from '@/lib/system/operator';
import { StartError } from '@/lib/system/start-error';
import { operatorListener } from './operator';

const backup = vi.fn<(file: string) => Promise<number>>(async () => 7);
const log = { error: vi.fn<() => void>(), info: vi.fn<() => void>() };
const server = createServer(operatorListener({ secret: 'of the test', log, backup }));
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => void server.close());

async function order(body: unknown, token = operatorToken('of the test'), path = BACKUP_PATH) {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return [response.status, await response.json()];
}

test('backs up into a new file for those who know the secret, and does nothing for others', async () => {
  expect(await order({ file: '/tmp/new.backup' })).toEqual([200, { rows: 7 }]);
  expect(backup).toHaveBeenCalledWith('/tmp/new.backup');
  backup.mockClear();
  for (const token of ['', 'wrong', operatorToken('another'), 'of the test'])
    expect((await order({ file: '/tmp/new.backup' }, token))[0]).toBe(404);
  expect((await order({ file: '/tmp/new.backup' }, undefined, '/ops/other'))[0]).toBe(404);
  for (const body of [{ file: 'new.backup' }, { file: import.meta.filename }, {}, null, 'x'.repeat(10_000)])
    expect((await order(body))[0]).toBeGreaterThanOrEqual(400);
  expect(backup).not.toHaveBeenCalled();
});

test('says why a backup failed, and nothing of what the operator cannot mend', async () => {
  backup.mockRejectedValueOnce(new StartError('The backup /x cannot be written (ENOSPC).'));
  expect(await order({ file: '/tmp/new.backup' })).toEqual([
    500,
    { error: { code: 'INTERNAL_ERROR', message: 'The backup /x cannot be written (ENOSPC).', details: [] } },
  ]);
  backup.mockRejectedValueOnce(new Error('column secret'));
  expect(JSON.stringify(await order({ file: '/tmp/new.backup' }))).not.toContain('secret');
  expect(log.error).toHaveBeenCalledTimes(2);
});
