import { describe, expect, test } from 'vitest';
import { engines } from '@/lib/database/testing';
import { metricSources } from './metric-sources';
import { TestApi } from './testing/testing';

describe.each(engines)('measures of $name', (engine) => {
  const api = new TestApi(engine);

  test('count what is there', async () => {
    const { jobs, lastTimes, bytes, pool } = metricSources(api.database, { data: '/' });
    expect([await jobs(), await lastTimes()]).toEqual([[], {}]);
    const organization = await api.organization();
    await organization.contact({ email: 'ana@acme.example' });
    await organization.post('/exports');
    await api.sealActivity();
    expect(await jobs()).toContainEqual({
      kind: 'export',
      state: expect.any(String),
      count: 1,
      oldest: expect.any(Number),
    });
    expect(Math.abs(((await lastTimes()).seal ?? 0) - Date.now() / 1000)).toBeLessThan(60);
    const { data, wal } = await bytes();
    expect(data).toBeGreaterThan(1_000_000);
    expect(wal !== undefined).toBe(engine.name === 'PGlite');
    expect(pool.totalCount).toBeGreaterThan(0);
  });

  test.each([
    [{ madeAt: null, proven: null, problem: 'No room.' }, { backup: 0, proof: 0 }, true],
    [
      { madeAt: '2026-11-01T00:00:00Z', proven: { at: '2026-11-01T00:01:00Z', rows: 7 }, problem: null },
      { backup: 1793491200, proof: 1793491260 },
      false,
    ],
  ])('tell of scheduled backups, also that none was ever proven', async (status, times, failed) => {
    const sources = metricSources(api.database, { data: '/' }, { status: async () => status });
    expect(await sources.lastTimes()).toMatchObject(times);
    expect(await sources.backupFailed()).toBe(failed);
    expect(await metricSources(api.database, { data: '/' }).backupFailed()).toBeNull();
  });
});
