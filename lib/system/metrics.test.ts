import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createMetrics, metricsServer } from './metrics';

const sources = {
  pool: { totalCount: 3, idleCount: 1, waitingCount: 4 },
  folders: { data: import.meta.dirname, backup: import.meta.dirname },
  jobs: async () => [{ kind: 'import', state: 'running', count: 2, oldest: 61 }],
  lastTimes: async () => ({ seal: 1_700_000_000, proof: 0 }),
  backupFailed: async () => true,
  unreachable: async () => ['worker-2:5432'],
  bytes: async () => ({ data: 1000 }),
};

test('tells each documented measure, and no other of its own', async () => {
  const metrics = createMetrics(sources, '1.2.3');
  metrics.observe('listContacts', 200, 0.03);
  const text = await metrics.text();
  for (const line of [
    'roster_requests_total{operation="listContacts",status="200"} 1',
    'roster_request_duration_seconds_bucket{le="0.05",operation="listContacts"} 1',
    'roster_build_info{version="1.2.3"} 1',
    'roster_workers_unreachable 1',
    'roster_database_connections{state="used"} 2',
    'roster_database_connections{state="waiting"} 4',
    'roster_jobs{kind="import",state="running"} 2',
    'roster_job_oldest_seconds{kind="import"} 61',
    'roster_last_timestamp_seconds{what="seal"} 1700000000',
    'roster_last_timestamp_seconds{what="proof"} 0',
    'roster_backup_failed 1',
    'roster_database_bytes{part="data"} 1000',
  ])
    expect(text).toContain(`${line}\n`);
  expect(text).toMatch(/^roster_disk_free_bytes\{folder="backup"\} \d{4,}/m);
  const told = [...text.matchAll(/^# TYPE (roster_\w+)/gm)].map(([, name]) => name);
  const documented = (await readFile('docs/operations.md', 'utf8')).matchAll(/^\| `(roster_\w+)`/gm);
  expect(told.sort()).toEqual([...documented].map(([, name]) => name).sort());
});

test('goes on without a source that fails, and serves nothing else', async () => {
  const failing = { ...sources, jobs: () => Promise.reject(new Error('down')) };
  const server = metricsServer(createMetrics(failing, '1.2.3')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  const answer = await get('/metrics');
  expect(answer.headers.get('Content-Type')).toContain('text/plain');
  expect(await answer.text()).toContain('roster_backup_failed 1');
  expect((await get('/')).status).toBe(404);
  // A page of a stranger, whose name leads here.
  const foreign = request({ port, path: '/metrics', headers: { Host: 'evil.example' } }).end();
  const [refused] = (await once(foreign, 'response')) as [IncomingMessage];
  expect(refused.statusCode).toBe(403);
  refused.resume();
  server.close().closeAllConnections();
});
