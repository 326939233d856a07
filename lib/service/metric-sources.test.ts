import { describe, expect, test } from 'vitest';
import { engines } from '@/lib/database/testing';
import { metricSources } from './metric-sources';
import { TestApi } from './testing/testing';

describe.each(engines)('measures of $name', (engine) => {
  const api = new TestApi(engine);

  test('count what is there', async () => {
    const { jobs, ages, bytes, pool } = metricSources(api.database, '/');
    expect([await jobs(), await ages()]).toEqual([[], {}]);
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
    expect((await ages()).seal).toBeLessThan(60);
    const { data, wal } = await bytes();
    expect(data).toBeGreaterThan(1_000_000);
    expect(wal !== undefined).toBe(engine.name === 'PGlite');
    expect(pool.totalCount).toBeGreaterThan(0);
  });
});
