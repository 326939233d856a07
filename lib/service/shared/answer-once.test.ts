import { describe, expect, test } from 'vitest';
import { engines } from '@/lib/database/testing';
import { TestApi } from '../testing/testing';
import { answerOnce } from './answer-once';
import { type Reply, refuse } from './reply';

const REFUSED = refuse('CONFLICT', 'Refused.');

describe.each(engines)('an Idempotency-Key on $name', (engine) => {
  const api = new TestApi(engine);

  async function asker() {
    const organization = await api.organization();
    const [token] = await api.query<{ id: string }>('select id from api_tokens where organization_id = $1', [
      organization.id,
    ]);
    const context = {
      database: api.database,
      organizationId: organization.id,
      requestId: '1',
      actor: { kind: 'token' as const, id: null, name: 'Test' },
      tokenId: token?.id ?? '',
    };
    /** A request that has the key until it is answered. */
    const ask = async (signal?: AbortSignal) => {
      let answer: (reply: Reply<unknown>) => void = () => {};
      const reply = new Promise<{ reply: Promise<Reply<unknown>> }>((started) => {
        const whole = answerOnce(
          context,
          'key',
          {},
          () => {
            started({ reply: whole });
            return new Promise((resolve) => (answer = resolve));
          },
          signal,
        );
        void whole.then(() => started({ reply: whole }));
      });
      return { ...(await reply), answer: (given: Reply<unknown>) => answer(given) };
    };
    const stored = () =>
      api.query<{ writes: string }>(
        'select xmax::text as writes from idempotent_answers where organization_id = $1',
        [organization.id],
      );
    const expire = () =>
      api.query(
        "update idempotent_answers set created_at = created_at - interval '10 s' where organization_id = $1",
        [organization.id],
      );
    return { ask, stored, expire };
  }

  test('is freed only by the request that has it', async () => {
    const { ask, stored, expire } = await asker();
    const first = await ask();
    await expire();
    const second = await ask();
    first.answer(REFUSED);
    expect(await first.reply).toEqual(REFUSED);
    expect(await stored()).toHaveLength(1);
    second.answer(REFUSED);
    await second.reply;
    expect(await stored()).toEqual([]);
  });

  test('is waited for without a write, and only while the client is there', async () => {
    const { ask, stored } = await asker();
    const first = await ask();
    const waiting = new AbortController();
    setTimeout(() => waiting.abort(), 100);
    const { reply } = await ask(waiting.signal);
    expect(await reply).toMatchObject({ refusal: { message: 'The client disconnected.' } });
    expect(await stored()).toEqual([{ writes: '0' }]);
    first.answer(REFUSED);
    await first.reply;
  });
});
