import { describe, expect, test, vi } from 'vitest';
import { ACTOR_HEADER } from '@/lib/contract/actor';
import { grantableScopes } from '@/lib/contract/token';
import { engines, serverEngine } from '@/lib/database/testing';
import type { Api } from '../http/api';
import { type Caller, caller, TestApi } from '../testing/testing';
import { purgeRates } from './rate-limits';

describe.each(engines)('limits on $name', (engine) => {
  const api = new TestApi(engine);
  /** An instance as a client at this address meets it. */
  const from = (address: string, instance: Api): Pick<Api, 'fetch'> => ({
    fetch: (request) => instance.fetch(request, { address: () => address }),
  });

  const wrong = (number: number) => `wrong-${number}`.padEnd(40, 'x');
  const guesses = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ email: `${index}@b.example`, referralCode: 'GUESS' }));

  test('an address that sends wrong tokens is refused, but not the tokens that work there', async () => {
    const organization = await api.organization();
    const instance = api.over(api.database);
    const here = from('192.0.2.1', instance);
    const status = async (token: string, at = here) =>
      (await caller(at, token)('GET', '/organization')).status;
    expect(await status(organization.token)).toBe(200);
    for (let number = 0; number < 100; number++) expect(await status(wrong(number))).toBe(401);
    expect(await status(wrong(100))).toBe(429);
    const { headers } = await caller(here, null)('GET', '/organization');
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await status(organization.token)).toBe(200);
    // Also one that was never seen here before.
    expect(await status(await organization.issue())).toBe(200);
    expect(await status(wrong(100), from('192.0.2.2', instance))).toBe(401);
  });

  test('a token that guesses referral codes learns nothing of further ones, and works without', async () => {
    const organization = await api.organization();
    await organization.referralCode({ code: 'FAIR' });
    const call = caller(api.over(api.database), organization.token);
    await call('POST', '/contacts/preview', guesses(1)[0]);
    await call('POST', '/contacts', guesses(1)[0]);
    await call('POST', '/contacts', { ...guesses(1)[0], phone: 'none' });
    await call('POST', '/contacts/batch/preview', { contacts: guesses(48) });
    const good = { email: 'ana@b.example', referralCode: 'FAIR' };
    expect((await call('POST', '/contacts/preview', good)).status).toBe(200);
    await call('POST', '/contacts/batch', { contacts: guesses(49) });
    for (const [path, body] of [
      ['/contacts', good],
      ['/contacts/preview', good],
      ['/contacts/batch', { contacts: [good] }],
      ['/contacts/batch/preview', { contacts: [{ email: 'b@b.example' }, good] }],
    ] as const)
      expect((await call('POST', path, body)).status, path).toBe(429);
    const invalid = await call('POST', '/contacts', { ...guesses(1)[0], phone: 'none' });
    expect([invalid.status, invalid.error.details.map(({ path }) => path)]).toEqual([400, ['phone']]);
    expect((await call('POST', '/contacts', { email: 'ana@b.example' })).status).toBe(201);
    expect((await organization.call('GET', '/contacts?search=b.example')).meta.total).toBe(1);
  });

  test('a burst of previews learns of no more codes than one after the other, with whichever token', async () => {
    const organization = await api.organization();
    await organization.referralCode({ code: 'FAIR' });
    const instance = api.over(api.database);
    const call = caller(instance, organization.token);
    const made = await call<{ token: string }>('POST', '/tokens', {
      name: 'Second',
      scopes: grantableScopes,
    });
    const other = caller(instance, made.data.token);
    const preview = (by: Caller, body: object) => by('POST', '/contacts/preview', body);
    const good = { email: 'ana@b.example', referralCode: 'FAIR' };
    for (let times = 0; times < 150; times++) expect((await preview(call, good)).status).toBe(200);
    const burst = await Promise.all(
      guesses(300).map((body, index) => preview(index % 2 ? call : other, body)),
    );
    expect(burst.filter(({ status }) => status === 200)).toHaveLength(100);
    expect((await preview(other, good)).status).toBe(429);
    const single = await organization.issue();
    expect((await preview(caller(instance, single), good)).status).toBe(200);
  });

  test('the program’s own console is not limited', async () => {
    const organization = await api.organization();
    const console = await organization.console();
    const instance = api.over(api.database, { rateLimit: 1 });
    expect((await console('GET', '/organization', undefined, { [ACTOR_HEADER]: 'x' })).status).toBe(200);
    const own = caller(
      { fetch: (request) => instance.fetch(request, { limited: false }) },
      organization.token,
    );
    for (let times = 0; times < 3; times++)
      expect((await own('POST', '/contacts', { email: 'a@b.example', referralCode: 'NONE' })).status).toBe(
        400,
      );
  });

  test.skipIf(engine !== serverEngine)('are those of all instances together', async () => {
    const organization = await api.organization();
    const limit = { rateLimit: 30 };
    const [one, other] = [1, 2].map(() => caller(api.over(api.database, limit), organization.token));
    const statusOf = async (call = one) => (await call?.('GET', '/organization'))?.status;
    for (let times = 0; times < 20; times++) expect(await statusOf(one)).toBe(200);
    for (let times = 0; times < 5; times++) expect(await statusOf(other)).toBe(200);
    const [stored] = await vi.waitFor(async () => {
      const rows = await api.query<{ count: number }>('select count from rate_counts where key = $1', [
        `token ${await organization.tokenId('First token')}`,
      ]);
      expect(rows).toEqual([{ count: 25 }]);
      return rows;
    });
    expect(stored?.count).toBe(25);
    // What the first has counted since its last word it hears with the next.
    let allowed = 0;
    await vi.waitFor(async () => {
      const status = await statusOf(one);
      if (status === 200) allowed += 1;
      expect([status, await statusOf(other)]).toEqual([429, 429]);
    });
    expect(allowed).toBeLessThanOrEqual(10);
    await api.query("update rate_counts set resets_at = now() - interval '1 second'");
    await purgeRates(api.database);
    expect(await api.query('select from rate_counts')).toEqual([]);
  });

  test.skipIf(engine !== serverEngine)(
    'of wrong tokens and unknown codes hold in every instance',
    async () => {
      const organization = await api.organization();
      await organization.referralCode({ code: 'FAIR' });
      const [one, other] = [api.over(api.database), api.over(api.database)];
      const ask = async (instance: Api, token: string) =>
        (await caller(from('192.0.2.3', instance), token)('GET', '/organization')).status;
      const preview = async (instance: Api, contacts: object[]) =>
        (await caller(instance, organization.token)('POST', '/contacts/batch/preview', { contacts })).status;
      for (let number = 0; number < 99; number++) expect(await ask(one, wrong(number))).toBe(401);
      expect(await preview(one, guesses(99))).toBe(200);
      let tries = 0;
      await vi.waitFor(async () => {
        tries += 1;
        expect([await ask(other, wrong(1)), await preview(other, guesses(1))]).toEqual([429, 429]);
      }, 5_000);
      // By itself it would allow 100 of each.
      expect(tries).toBeLessThan(50);
      const good = [{ email: 'ana@b.example', referralCode: 'FAIR' }];
      expect(await preview(other, good)).toBe(429);
    },
  );
});
