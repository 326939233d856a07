import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from '@/lib/database/database';
import { engines } from '@/lib/database/testing';
import { type Job, JobFailure, JobPause, type Work } from './job';
import { JobRunner } from './job-runner';
import { cancelJob, findByKey, startJob } from './job-table';

const requestedBy = {
  actor: { name: 'Test' },
  tokenId: '0198c0de-7a11-7000-8000-0000000000a0',
  requestId: null,
};

/** Jobs that insert a row per chunk into the table `done`, and delete it on undo. */
describe.each(engines)('jobs on $name', (engine) => {
  let database: Database;
  const errors: unknown[] = [];
  const log = { warn: () => {}, error: ({ err }: { err?: unknown }) => void errors.push(err) };
  /** Runs at the end of each chunk; tests may set it. */
  let during: (job: Job) => unknown = () => {};

  beforeAll(async () => {
    database = await engine.open();
    await database.pool.query('create table done (job uuid, chunk int, holder text)');
  });
  afterAll(() => database.close());
  afterEach(async () => {
    during = () => {};
    await database.pool.query('delete from jobs');
    await database.pool.query('delete from done');
    expect(errors.splice(0)).toEqual([]);
  });

  const count =
    (by: 1 | -1, holder: string): Work =>
    async ({ job, client }) => {
      const { chunks } = job.input as { chunks: number };
      const position = job.position + by;
      if (by > 0) await client.query('insert into done values ($1, $2, $3)', [job.id, position, holder]);
      else await client.query('delete from done where job = $1 and chunk = $2', [job.id, job.position]);
      await during(job);
      return { position, progress: { position }, done: position === (by > 0 ? chunks : 0) };
    };
  const runner = (holder = 'one', kind = 'count') =>
    new JobRunner({ database, log, kinds: { [kind]: { run: count(1, holder), undo: count(-1, holder) } } });

  async function organization(): Promise<string> {
    const { rows } = await database.pool.query(
      "insert into organizations (id, name, created_at) values (gen_random_uuid(), 'Test', now()) returning id",
    );
    return rows[0].id;
  }

  let created = 0;
  /** Due at once, in the order of creation: two may be created within one of the milliseconds that `due_at` has. */
  async function create(organizationId: string, chunks: number, kind = 'count'): Promise<string> {
    const { rows } = await database.pool.query(
      `insert into jobs (organization_id, id, kind, input, state, progress, created_by, requested_by, due_at, created_at, updated_at)
       values ($1, uuid_of(clock_timestamp()), $2, $3, 'running', '{}', '{}', $4, now() - interval '1 minute' + $5 * interval '1 ms', now(), now()) returning id`,
      [organizationId, kind, { chunks }, requestedBy, created++],
    );
    return rows[0].id;
  }

  const row = async (id: string) => {
    const { rows } = await database.pool.query(
      'select state, undo, position, attempts, error from jobs where id = $1',
      [id],
    );
    return rows[0];
  };
  const isPutOff = async (id: string): Promise<boolean> => {
    const { rows } = await database.pool.query(
      'select due_at > updated_at as later from jobs where id = $1',
      [id],
    );
    return rows[0].later;
  };
  const done = async (id: string): Promise<number[]> => {
    const { rows } = await database.pool.query('select chunk from done where job = $1 order by 1', [id]);
    return rows.map(({ chunk }) => chunk);
  };
  /** Runs during a chunk, in another transaction, which needs a server. */
  const isServer = engine.name === 'PostgreSQL';

  test('run chunk by chunk, and are undone chunk by chunk', async () => {
    const [organizationId, jobs] = [await organization(), runner()];
    const id = await create(organizationId, 3);
    await jobs.runNext();
    expect(await row(id)).toMatchObject({ state: 'running', position: 1 });
    await jobs.runAll();
    expect(await row(id)).toMatchObject({ state: 'finished', undo: false, position: 3 });
    expect(await done(id)).toEqual([1, 2, 3]);
    expect(await startJob(database, { organizationId, id, undo: false, requestedBy })).toBe(false);
    expect(await startJob(database, { organizationId, id, undo: true, requestedBy })).toBe(true);
    await jobs.runAll();
    expect(await row(id)).toMatchObject({ state: 'finished', undo: true, position: 0 });
    expect(await done(id)).toEqual([]);
    for (const undo of [true, false])
      expect(await startJob(database, { organizationId, id, undo, requestedBy })).toBe(false);
  });

  test('stop when cancelled, and resume from there', async () => {
    const [organizationId, jobs] = [await organization(), runner()];
    const id = await create(organizationId, 3);
    await jobs.runNext();
    await cancelJob(database, organizationId, id);
    expect(await jobs.runNext()).toBe(false);
    expect(await done(id)).toEqual([1]);
    expect(await startJob(database, { organizationId, id, undo: false, requestedBy })).toBe(true);
    await jobs.runNext();
    await startJob(database, { organizationId, id, undo: true, requestedBy });
    await jobs.runNext();
    expect(await row(id)).toMatchObject({ state: 'running', undo: true, position: 1 });
    await cancelJob(database, organizationId, id);
    // Once its undo has started, a job can only be undone.
    expect(await startJob(database, { organizationId, id, undo: false, requestedBy })).toBe(false);
    expect(await startJob(database, { organizationId, id, undo: true, requestedBy })).toBe(true);
    await jobs.runAll();
    expect(await row(id)).toMatchObject({ state: 'finished', undo: true, position: 0 });
  });

  test('retry a failed chunk, and then fail with a message for people', async () => {
    const [organizationId, jobs] = [await organization(), runner()];
    const id = await create(organizationId, 2);
    const due = () =>
      database.pool.query("update jobs set due_at = now() - interval '1 second' where id = $1", [id]);
    let failures = 0;
    during = () => {
      if (++failures < 8) throw new Error('secret');
    };
    for (let attempt = 1; attempt < 8; attempt++) {
      await jobs.runNext();
      expect(await row(id)).toMatchObject({ state: 'running', position: 0, attempts: attempt, error: null });
      expect(await isPutOff(id)).toBe(true);
      await due();
    }
    await jobs.runAll();
    expect(await row(id)).toMatchObject({ state: 'finished', attempts: 0 });

    during = () => {
      throw new Error('secret');
    };
    await startJob(database, { organizationId, id, undo: true, requestedBy });
    while (await jobs.runNext()) await due();
    expect(await row(id)).toMatchObject({ state: 'failed', undo: true, position: 2 });
    expect((await row(id)).error).not.toContain('secret');
    expect(errors.splice(0)).toHaveLength(1);
    expect(await done(id)).toEqual([1, 2]);

    during = () => {
      throw new JobFailure('No longer allowed.');
    };
    await startJob(database, { organizationId, id, undo: true, requestedBy });
    await jobs.runNext();
    expect(await row(id)).toMatchObject({ state: 'failed', attempts: 1, error: 'No longer allowed.' });
  });

  test('of different organizations take turns; those of one run in order', async () => {
    const [one, other, jobs] = [await organization(), await organization(), runner()];
    const ids = [await create(one, 2), await create(one, 1), await create(other, 2)];
    const order: number[] = [];
    during = ({ id }) => order.push(ids.indexOf(id));
    await jobs.runAll();
    expect(order).toEqual([0, 2, 0, 2, 1]);
  });

  test('of an unknown kind are left to other runners', async () => {
    const id = await create(await organization(), 1, 'newer');
    await runner().runAll();
    expect(await row(id)).toMatchObject({ state: 'running', position: 0 });
    await runner('two', 'newer').runAll();
    expect(await row(id)).toMatchObject({ state: 'finished' });
  });

  test('are taken over only after their lease has expired', async () => {
    const [one, two] = [runner('one'), runner('two')];
    const id = await create(await organization(), 2);
    await one.runNext();
    expect(await two.runNext()).toBe(false);
    await database.pool.query("update jobs set lease_until = now() - interval '1 ms'");
    expect(await two.runNext()).toBe(true);
    expect(await row(id)).toMatchObject({ state: 'finished' });
    const { rows } = await database.pool.query('select holder from done order by chunk');
    expect(rows).toEqual([{ holder: 'one' }, { holder: 'two' }]);
  });

  test('are taken over and tried again at once after the clock was put back', async () => {
    const [one, two] = [runner('one'), runner('two')];
    const leased = await create(await organization(), 2);
    await one.runNext();
    const retried = await create(await organization(), 1);
    during = () => Promise.reject(new JobPause('of a test', 1_000));
    await two.runNext();
    during = () => {};
    // Each time of both, as if they were written four hours from now.
    await database.pool.query(
      "update jobs set lease_until = lease_until + interval '4 hours', due_at = due_at + interval '4 hours', updated_at = updated_at + interval '4 hours'",
    );
    await runner('three').runAll();
    expect(await row(leased)).toMatchObject({ state: 'finished' });
    expect(await row(retried)).toMatchObject({ state: 'finished' });
  });

  test('are released when a runner closes', async () => {
    const id = await create(await organization(), 2);
    const one = runner('one');
    await one.runNext();
    await one.close();
    await runner('two').runAll();
    expect(await done(id)).toEqual([1, 2]);
  });

  test('run immediately when the runner is woken', async () => {
    const [organizationId, jobs] = [await organization(), runner()];
    jobs.start();
    const finished = new Promise((resolve) => (during = resolve));
    await create(organizationId, 1);
    jobs.wake();
    await finished;
    await jobs.close();
    expect((await database.pool.query('select from done')).rowCount).toBe(1);
  });

  test('are found by their idempotency key for a day', async () => {
    const organizationId = await organization();
    const id = await create(organizationId, 1);
    const [bodyDigest, { tokenId }] = [Buffer.from('body'), requestedBy];
    await database.pool.query(
      "update jobs set token_id = $2, idempotency_key = 'key', body_digest = $3 where id = $1",
      [id, tokenId, bodyDigest],
    );
    const key = { organizationId, tokenId, idempotencyKey: 'key', bodyDigest };
    expect(await findByKey(database, key)).toEqual({ id, isSame: true });
    expect(await findByKey(database, { ...key, bodyDigest: Buffer.from('other') })).toMatchObject({
      isSame: false,
    });
    expect(await findByKey(database, { ...key, tokenId: organizationId })).toBeNull();
    await database.pool.query("update jobs set created_at = now() - interval '25 hours'");
    expect(await findByKey(database, key)).toBeNull();
    const { rows } = await database.pool.query('select idempotency_key from jobs');
    expect(rows).toEqual([{ idempotency_key: null }]);
  });

  describe.runIf(isServer)('during a chunk', () => {
    test('cancelling rolls it back', async () => {
      const [organizationId, jobs] = [await organization(), runner()];
      const id = await create(organizationId, 2);
      during = () => cancelJob(database, organizationId, id);
      await jobs.runAll();
      expect(await row(id)).toMatchObject({ state: 'cancelled', position: 0, attempts: 0 });
      expect(await done(id)).toEqual([]);
    });

    test('undoing rolls it back, and undoes the chunks before it', async () => {
      const [organizationId, jobs] = [await organization(), runner()];
      const id = await create(organizationId, 3);
      await jobs.runNext();
      during = ({ undo }) => undo || startJob(database, { organizationId, id, undo: true, requestedBy });
      await jobs.runNext();
      expect(await done(id)).toEqual([1]);
      await jobs.runAll();
      expect(await row(id)).toMatchObject({ state: 'finished', undo: true, position: 0 });
      expect(await done(id)).toEqual([]);
    });

    test('cancelling and resuming rolls it back, and does it once', async () => {
      const [organizationId, jobs] = [await organization(), runner()];
      const id = await create(organizationId, 1);
      let rounds = 0;
      during = async () => {
        if (rounds++ > 0) return;
        await cancelJob(database, organizationId, id);
        await startJob(database, { organizationId, id, undo: false, requestedBy });
      };
      await jobs.runAll();
      expect(await row(id)).toMatchObject({ state: 'finished' });
      expect([rounds, await done(id)]).toEqual([2, [1]]);
    });

    test('a lost connection rolls it back, and it is done once', async () => {
      const jobs = runner();
      const id = await create(await organization(), 2);
      let isKilled = false;
      during = async () => {
        if (isKilled) return;
        isKilled = true;
        await database.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and state = 'idle in transaction'`,
        );
      };
      await jobs.runNext();
      expect(await done(id)).toEqual([]);
      expect(await row(id)).toMatchObject({ position: 0, attempts: 1 });
      await database.pool.query("update jobs set due_at = now() - interval '1 second'");
      await jobs.runAll();
      expect(await done(id)).toEqual([1, 2]);
    });

    test('a runner that takes over does it once', async () => {
      const [one, two] = [runner('one'), runner('two')];
      const id = await create(await organization(), 1);
      let isTaken = false;
      during = async () => {
        if (isTaken) return;
        isTaken = true;
        await database.pool.query("update jobs set lease_until = now() - interval '1 ms'");
        await two.runAll();
      };
      await one.runAll();
      expect(await row(id)).toMatchObject({ state: 'finished', position: 1 });
      const { rows } = await database.pool.query('select holder from done');
      expect(rows).toEqual([{ holder: 'two' }]);
    });

    test('a runner that takes long keeps its lease', async () => {
      const [one, two] = [runner('one'), runner('two')];
      const id = await create(await organization(), 1);
      const leaseEnds = async () =>
        (await database.pool.query('select lease_until::text from jobs')).rows[0].lease_until;
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      during = async () => {
        const before = await leaseEnds();
        vi.advanceTimersByTime(2_000);
        await expect.poll(leaseEnds).not.toBe(before);
        expect(await two.runNext()).toBe(false);
      };
      await one.runAll().finally(() => vi.useRealTimers());
      expect(await row(id)).toMatchObject({ state: 'finished', position: 1 });
    });

    test('two runners share jobs and do each chunk once', async () => {
      const ids = [];
      for (let index = 0; index < 6; index++) ids.push(await create(await organization(), 5));
      await Promise.all([runner('one').runAll(), runner('two').runAll()]);
      for (const id of ids) expect(await done(id)).toEqual([1, 2, 3, 4, 5]);
    });
  });
});
