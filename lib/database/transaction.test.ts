import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from './database';
import type { RequestContext } from './statement';
import { engines } from './testing';
import { pipelined } from './transaction';

describe.each(engines)('a pipelined transaction on $name', (engine) => {
  let database: Database;
  let context: RequestContext;
  beforeAll(async () => {
    database = await engine.open();
    await database.pool.query('create table noted (number integer check (number > 0))');
    context = {
      database,
      organizationId: '0198c0de-7a11-7000-8000-00000000000a',
      actor: { kind: 'system', id: null, name: 'Test' },
      requestId: null,
    };
  });
  afterAll(() => database.close());

  const note = ({ client }: RequestContext, number: number | string) =>
    (client as NonNullable<typeof client>).query({
      name: 'note',
      text: 'insert into noted values ($1::integer)',
      values: [number],
    });
  const noted = async () =>
    (await database.pool.query('select number from noted order by 1')).rows.map(({ number }) => number);

  test('commits with its last statements', async () => {
    const result = await pipelined(context, async (context) => {
      await note(context, 1);
      return { result: 'done', last: [note(context, 2), note(context, 3)] };
    });
    expect(result).toBe('done');
    expect(await noted()).toEqual([1, 2, 3]);
  });

  test.each([
    ['an early statement', [-1, 4], [5]],
    ['a late one, with others behind it', [4], [5, -1, 6]],
  ])('writes nothing if %s fails, and tells the first error', async (_, early, late) => {
    const before = await noted();
    const failing = pipelined(context, async (context) => {
      await Promise.all(early.map((number) => note(context, number)));
      return { result: null, last: late.map((number) => note(context, number)) };
    });
    await expect(failing).rejects.toMatchObject({ code: '23514' });
    expect(await noted()).toEqual(before);
  });

  test.skipIf(engine.name === 'PGlite')('writes nothing if the connection is lost on the way', async () => {
    const before = await noted();
    const failing = pipelined(context, async (context) => {
      await note(context, 7);
      const lost = context.client?.query('select pg_terminate_backend(pg_backend_pid())');
      return { result: null, last: [note(context, 8), lost as Promise<unknown>, note(context, 9)] };
    });
    await expect(failing).rejects.toThrow(/terminat|EPIPE|ECONNRESET/);
    expect(await noted()).toEqual(before);
  });
});
