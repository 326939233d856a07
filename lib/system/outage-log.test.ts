import { afterEach, expect, test, vi } from 'vitest';
import type { Log } from './log';
import { OutageLog } from './outage-log';

const lost = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

afterEach(() => void vi.useRealTimers());

/** A log of lines, and a database in `state`. */
function outageLog() {
  vi.useFakeTimers();
  const lines: [string, string, object][] = [];
  const at = (level: string) => (fields: object, message: string) =>
    void lines.push([level, message, fields]);
  const inner = { info: at('info'), warn: at('warn'), error: at('error') } as unknown as Log;
  const outages = new OutageLog(inner, (error) => error === lost);
  const database = { state: 'ready' };
  outages.watch(async () => database.state);
  return { outages, lines, database, log: outages.log };
}

test('an outage is told once when it begins and once when it ends', async () => {
  const { outages, lines, database, log } = outageLog();
  database.state = 'without database';
  for (let i = 0; i < 300; i++)
    log.error({ err: lost, requestId: String(i) }, 'The database cannot be reached.');
  expect([outages.isOut, lines]).toEqual([true, []]);
  await vi.advanceTimersByTimeAsync(5_000);
  log.warn({ err: lost }, 'Reading or writing jobs failed.');
  log.error({ err: new Error('other') }, 'A request failed.');
  log.info({}, 'Something else.');
  database.state = 'ready';
  await vi.advanceTimersByTimeAsync(1_000);
  expect(outages.isOut).toBe(false);
  expect(lines).toEqual([
    ['error', 'The database is unavailable.', { err: lost, status: 'without database' }],
    ['error', 'A request failed.', { err: new Error('other') }],
    ['info', 'Something else.', {}],
    ['warn', 'The database is available again.', { milliseconds: 6_000, errors: 301 }],
  ]);
});

test('an error that looks like an outage and is none is logged', async () => {
  const { outages, lines, log } = outageLog();
  log.error({ err: lost }, 'An email could not be sent.');
  await vi.advanceTimersByTimeAsync(0);
  expect([outages.isOut, lines]).toEqual([false, [['error', 'An email could not be sent.', { err: lost }]]]);
});
