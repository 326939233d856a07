import { Webhook as Verifier } from 'standardwebhooks';
import { afterEach, describe, expect, test } from 'vitest';
import type { Activity } from '@/lib/contract/activity';
import { ACTOR_HEADER, actorHeader } from '@/lib/contract/actor';
import type { Event } from '@/lib/contract/event';
import { type CreatedToken, grantableScopes } from '@/lib/contract/token';
import type { Delivery, Webhook, WebhookWithSecret } from '@/lib/contract/webhook';
import { engines } from '@/lib/database/testing';
import { JobRunner } from '@/lib/jobs/job-runner';
import { ensureConsoleToken } from '../organizations/bootstrap';
import {
  type Answer,
  type Caller,
  caller,
  pathsOf,
  TestApi,
  type TestOrganization,
} from '../testing/testing';
import { MOST_WAITING } from './delivery-rows';
import { ServiceWebhooks } from './service-webhooks';
import { TestReceiver } from './testing-receiver';
import { purgeDeliveries, startWebhooks, webhookJob } from './webhook-job';

describe.each(engines)('webhooks on $name', (engine) => {
  const api = new TestApi(engine);
  const receiver = new TestReceiver();
  afterEach(async () => {
    receiver.reset();
    await api.query('delete from webhooks');
    await api.query('delete from jobs');
  });

  const create = async ({ call }: TestOrganization, body: object = {}) => {
    const { status, data } = await call<WebhookWithSecret>('POST', '/webhooks', {
      url: receiver.url(),
      ...body,
    });
    expect(status).toBe(201);
    return data;
  };
  const get = async ({ call }: TestOrganization, id: string) =>
    (await call<Webhook>('GET', `/webhooks/${id}`)).data;
  const log = async ({ call }: TestOrganization, id: string) =>
    (await call<Delivery[]>('GET', `/webhooks/${id}/deliveries?pageSize=100`)).data;
  /** As if the next attempts were due now. */
  const untilDue = async () => {
    await api.query(
      "update webhook_deliveries set next_at = now() - interval '1 second' where state = 'waiting'",
    );
    await api.query("update webhooks set retry_at = now() - interval '1 second' where retry_at is not null");
    await api.sendWebhooks();
  };
  const ids = () => receiver.received.map(({ event }) => event.id);
  const emails = () => receiver.received.map(({ event }) => event.data?.email);
  const feed = async ({ call }: TestOrganization) => (await call<Event[]>('GET', '/events?limit=1000')).data;

  test('are created with a secret that is shown once and stored encrypted', async () => {
    const organization = await api.organization();
    const { secret, ...listed } = await create(organization, { types: ['contact.created'] });
    expect(secret).toMatch(/^whsec_/);
    expect(listed).toEqual({
      id: listed.id,
      url: receiver.url(),
      types: ['contact.created'],
      state: 'active',
      pausedBecause: null,
      gaveUp: false,
      failingSince: null,
      waiting: 0,
      createdAt: expect.stringMatching(/Z$/),
      formerSecretUntil: null,
    });
    const list = await organization.call('GET', '/webhooks');
    expect(list.data).toEqual([listed]);
    const stored = JSON.stringify([
      await api.query("select *, encode(secret, 'escape') from webhooks"),
      await api.query('select before, after from activities'),
    ]);
    expect(stored).not.toContain(secret.slice(6));
  });

  test.each([
    [{}, ['url']],
    [{ url: 'hooks.example.com' }, ['url']],
    [{ url: 'ftp://localhost/' }, ['url']],
    [{ url: 'http://hooks.example.com/' }, ['url']],
    [{ url: 'https://ana:secret@localhost/' }, ['url']],
    [{ url: 'https://127.1/' }, ['url']],
    [{ url: `https://localhost/${'x'.repeat(1990)}` }, ['url']],
    [{ url: 'http://localhost/', types: [] }, ['types']],
    [{ url: 'http://localhost/', types: ['contact.read'] }, ['types.0']],
    [{ url: 'http://localhost/', secret: 'mine' }, ['secret']],
  ])('are not created from bad input: %#', async (body, paths) => {
    const organization = await api.organization();
    const answer = await organization.call('POST', '/webhooks', body);
    expect([answer.status, pathsOf(answer)]).toEqual([400, paths]);
  });

  test('need the scope of the feed to be created or changed', async () => {
    const organization = await api.organization();
    const { id } = await create(organization);
    const call = await organization.as(['webhooks:read', 'webhooks:write']);
    const [made, changed] = [
      await call('POST', '/webhooks', { url: receiver.url() }),
      await call('PUT', `/webhooks/${id}`, { url: receiver.url('/other') }),
    ];
    expect([made.status, changed.status]).toEqual([403, 403]);
    expect((await call('POST', `/webhooks/${id}/rotate-secret`)).status).toBe(200);
  });

  test('are at most twenty, however many are created at once', async () => {
    const organization = await api.organization();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        organization.call('POST', '/webhooks', { url: receiver.url(`/${n}`) }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.filter((status) => status === 409)).toHaveLength(10);
    expect((await organization.call<Webhook[]>('GET', '/webhooks')).data).toHaveLength(20);
  });

  test('send thirty tests a minute at most', async () => {
    const organization = await api.organization();
    const { id } = await create(organization);
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => organization.call('POST', `/webhooks/${id}/test`)),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect([receiver.received.length, refused.length]).toEqual([30, 10]);
    expect(Number(refused[0]?.headers.get('Retry-After'))).toBeGreaterThan(0);
    const other = await api.organization();
    const { id: others } = await create(other);
    expect((await other.call('POST', `/webhooks/${others}/test`)).status).toBe(200);
  });

  test('are sent each event of the feed from their creation on, in its order, signed', async () => {
    const organization = await api.organization();
    await organization.contact({ email: 'before@b.example' });
    const { secret } = await create(organization);
    const { id } = await organization.contact({ email: 'a@b.example' });
    for (const company of ['One', 'Two', 'Three'])
      await organization.call('PUT', `/contacts/${id}`, { company });
    await organization.segment('VIP');
    await organization.call('DELETE', `/contacts/${id}`);
    await api.sendWebhooks();
    const events = (await feed(organization)).slice(1);
    expect(events).toHaveLength(6);
    expect(new Set(ids())).toEqual(new Set(events.map((event) => event.id)));
    const ofContact = ({ subjectId }: { subjectId: string }) => subjectId === id;
    expect(receiver.received.map(({ event }) => event).filter(ofContact)).toEqual(events.filter(ofContact));
    for (const { body, headers, event } of receiver.received) {
      expect(headers['webhook-id']).toBe(event.id);
      expect(new Verifier(secret).verify(body, headers as Record<string, string>)).toEqual(event);
    }
    await api.sendWebhooks();
    expect(receiver.received).toHaveLength(6);
  });

  test('are sent only the types they want', async () => {
    const organization = await api.organization();
    const { id } = await create(organization, { types: ['segment.created', 'contact.deleted'] });
    const contact = await organization.contact({ email: 'a@b.example' });
    await organization.segment('VIP');
    await organization.call('DELETE', `/contacts/${contact.id}`);
    await api.sendWebhooks();
    const types = () => receiver.received.map(({ event }) => event.type).sort();
    expect(types()).toEqual(['contact.deleted', 'segment.created']);
    await organization.call('PUT', `/webhooks/${id}`, { types: null });
    await organization.contact({ email: 'b@b.example' });
    await api.sendWebhooks();
    expect(types()).toEqual(['contact.created', 'contact.deleted', 'segment.created']);
  });

  test('are signed with both secrets for a day after a rotation', async () => {
    const organization = await api.organization();
    const { id, secret } = await create(organization);
    const { data } = await organization.call<WebhookWithSecret>('POST', `/webhooks/${id}/rotate-secret`);
    expect(data.secret).not.toBe(secret);
    const hours = (Date.parse(data.formerSecretUntil as string) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    const verified = () => {
      const { body, headers } = receiver.received.at(-1) as (typeof receiver.received)[number];
      return [data.secret, secret].map((one) => {
        try {
          return Boolean(new Verifier(one).verify(body, headers as Record<string, string>));
        } catch {
          return false;
        }
      });
    };
    await organization.call('POST', `/webhooks/${id}/test`);
    expect(verified()).toEqual([true, true]);
    await api.query("update webhooks set former_secret_until = now() - interval '1 second'");
    await organization.call('POST', `/webhooks/${id}/test`);
    expect(verified()).toEqual([true, false]);
    expect((await get(organization, id)).formerSecretUntil).toBeNull();
  });

  test('try a failed event again before later ones of its contact, while others go on', async () => {
    const organization = await api.organization();
    const { id } = await create(organization);
    const [a, b] = [
      await organization.contact({ email: 'a@b.example' }),
      await organization.contact({ email: 'b@b.example' }),
    ];
    await organization.call('PUT', `/contacts/${a.id}`, { company: 'One' });
    const failing = ({ event }: { event: { subjectId: string } }) => event.subjectId === a.id;
    receiver.answer = (message) => ({
      status: failing(message) ? 500 : 204,
      body: failing(message) ? 'No a' : '',
    });
    await api.sendWebhooks();
    await organization.call('PUT', `/contacts/${a.id}`, { company: 'Two' });
    await organization.call('PUT', `/contacts/${b.id}`, { company: 'Two' });
    await api.sendWebhooks();
    expect(emails().sort()).toEqual(['a@b.example', 'b@b.example', 'b@b.example']);
    expect(await get(organization, id)).toMatchObject({
      state: 'active',
      waiting: 3,
      failingSince: expect.stringMatching(/Z$/),
    });
    const events = (await feed(organization)).filter(({ subjectId }) => subjectId === a.id);
    const entries = await log(organization, id);
    expect(entries.find(({ eventId }) => eventId === events[0]?.id)).toMatchObject({
      state: 'waiting',
      attempts: 1,
      status: 500,
      answer: 'No a',
    });
    expect(entries.find(({ eventId }) => eventId === events[2]?.id)).toMatchObject({
      state: 'waiting',
      attempts: 0,
      status: null,
    });
    await untilDue();
    expect((await log(organization, id)).map(({ attempts }) => attempts).sort()).toEqual([0, 0, 1, 1, 2]);
    receiver.reset();
    await untilDue();
    expect(ids()).toEqual(events.map((event) => event.id));
    expect(await get(organization, id)).toMatchObject({ waiting: 0, failingSince: null });
    expect(new Set((await log(organization, id)).map(({ state }) => state))).toEqual(new Set(['delivered']));
  });

  test('are paused after an event has failed for three days, and go on when resumed', async () => {
    const organization = await api.organization();
    const { id } = await create(organization);
    const contact = await organization.contact({ email: 'a@b.example' });
    receiver.answer = () => ({ status: 503 });
    await api.sendWebhooks();
    await untilDue();
    expect((await get(organization, id)).state).toBe('active');
    await api.query("update webhook_deliveries set since = now() - interval '3 days'");
    await untilDue();
    expect(await get(organization, id)).toMatchObject({
      state: 'paused',
      pausedBecause: 'failed',
      gaveUp: true,
      waiting: 1,
    });
    const { data } = await organization.call<Activity[]>('GET', '/activity?action=webhook.updated');
    expect(data[0]).toMatchObject({
      actor: { kind: 'system', name: 'Webhooks' },
      subject: receiver.url(),
      after: { state: 'paused' },
    });
    await organization.call('PUT', `/contacts/${contact.id}`, { company: 'Acme' });
    receiver.reset();
    await untilDue();
    expect(receiver.received).toEqual([]);
    await organization.call('PUT', `/webhooks/${id}`, { state: 'active' });
    await api.sendWebhooks();
    expect(receiver.received.map(({ event }) => event.type)).toEqual(['contact.created', 'contact.updated']);
    expect(await get(organization, id)).toMatchObject({ state: 'active', gaveUp: false, waiting: 0 });
  });

  test('that are down are tried with one event at a time, and get everything once they answer', async () => {
    const organization = await api.organization();
    const { id } = await create(organization);
    const contacts = Array.from({ length: 40 }, (_, n) => ({ email: `p${n}@b.example` }));
    await organization.call('POST', '/contacts/batch', { contacts });
    receiver.answer = () => ({ status: 500 });
    await api.sendWebhooks();
    const attempts = receiver.received.length;
    expect(attempts).toBeGreaterThanOrEqual(10);
    expect(attempts).toBeLessThan(20);
    for (let n = 1; n <= 3; n++) {
      await organization.contact({ email: `later${n}@b.example` });
      await untilDue();
      expect(receiver.received).toHaveLength(attempts + n);
    }
    // Until its next turn, nothing starts.
    expect(await startWebhooks(api.database)).toBe(0);
    receiver.reset();
    await untilDue();
    await api.sendWebhooks();
    expect(emails().sort()).toEqual(
      [...contacts.map(({ email }) => email), ...[1, 2, 3].map((n) => `later${n}@b.example`)].sort(),
    );
    expect(await get(organization, id)).toMatchObject({ waiting: 0, failingSince: null });
  });

  test('read no further than a thousand waiting events', async () => {
    const organization = await api.organization();
    const { id } = await create(organization);
    const { id: bad } = await organization.contact({ email: 'bad@b.example' });
    receiver.answer = ({ event }) => ({ status: event.subjectId === bad ? 400 : 200 });
    await api.sendWebhooks();
    await api.query(
      `insert into webhook_deliveries select organization_id, webhook_id, gen_random_uuid(), number + n, subject_id, type, state, 0,
         null, next_at, at from webhook_deliveries, generate_series(2, ${MOST_WAITING}) n`,
    );
    await untilDue();
    await organization.contact({ email: 'later@b.example' });
    await api.sendWebhooks();
    expect(emails()).not.toContain('later@b.example');
    expect((await get(organization, id)).waiting).toBe(MOST_WAITING);
    // All at the same moment, so that none overtakes the first one.
    expect(await api.query('select distinct next_at from webhook_deliveries')).toHaveLength(1);
    receiver.reset();
    await untilDue();
    await api.sendWebhooks();
    expect(emails()).toContain('later@b.example');
    // The others have no activity.
    const problems = (await log(organization, id)).map(({ problem }) => problem);
    expect(problems).toContain('removed');
  });

  test('send a test, also while paused, and an event again', async () => {
    const organization = await api.organization();
    const { id } = await create(organization);
    await organization.call('PUT', `/webhooks/${id}`, { state: 'paused' });
    const tested = await organization.call<Delivery>('POST', `/webhooks/${id}/test`);
    expect(tested.data).toMatchObject({
      type: 'webhook.test',
      state: 'delivered',
      status: 200,
      answer: 'ok',
      attempts: 1,
    });
    receiver.answer = () => ({ status: 404 });
    expect((await organization.call<Delivery>('POST', `/webhooks/${id}/test`)).data).toMatchObject({
      state: 'failed',
      status: 404,
    });
    const { id: contact } = await organization.contact({ email: 'a@b.example' });
    receiver.reset();
    await organization.call('PUT', `/webhooks/${id}`, { state: 'active' });
    await api.sendWebhooks();
    const [event] = await feed(organization);
    const again = (eventId: string | undefined) =>
      organization.call('POST', `/webhooks/${id}/resend`, { eventId });
    expect((await again(event?.id)).data).toMatchObject({ eventId: event?.id, state: 'waiting' });
    await api.jobs.runAll();
    expect(ids()).toEqual([event?.id, event?.id]);
    expect((await again(tested.data.eventId)).status).toBe(404);
    expect((await again(contact)).status).toBe(404);
    expect((await log(organization, id)).map(({ state }) => state)).toEqual([
      'delivered',
      'failed',
      'delivered',
    ]);
  });

  test('list what was sent by pages, latest first, with what it was for those who may read events', async () => {
    const organization = await api.organization();
    const { id } = await create(organization);
    for (let n = 0; n < 5; n++) {
      await organization.contact({ email: `canary${n}@b.example` });
      await api.sendWebhooks();
    }
    const all = await log(organization, id);
    expect(all).toHaveLength(5);
    const times = all.map(({ at }) => at);
    expect(times).toEqual([...times].sort().reverse());
    const walked: Delivery[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Answer<Delivery[]> = await organization.call(
        'GET',
        `/webhooks/${id}/deliveries?pageSize=2${cursor && `&cursor=${cursor}`}`,
      );
      walked.push(...page.data);
      cursor = page.meta.nextCursor;
    }
    expect(walked).toEqual(all);
    expect((await organization.call('GET', `/webhooks/${id}/deliveries?cursor=x`)).status).toBe(400);
    expect(all[0]?.event).toMatchObject({ id: all[0]?.eventId, data: { email: 'canary4@b.example' } });
    const narrow = await organization.as(['webhooks:read']);
    const { data } = await narrow<Delivery[]>('GET', `/webhooks/${id}/deliveries`);
    expect(data.map(({ event }) => event)).toEqual(Array(5).fill(null));
    const failed = await organization.call<Delivery[]>('GET', `/webhooks/${id}/deliveries?failed=true`);
    expect(failed.data).toEqual([]);
    await api.query("update webhook_deliveries set state = 'waiting' where event_id = $1", [all[1]?.eventId]);
    const [again] = (await organization.call<Delivery[]>('GET', `/webhooks/${id}/deliveries?failed=true`))
      .data;
    expect(again?.eventId).toBe(all[1]?.eventId);
    await api.query("update webhook_deliveries set state = 'delivered' where event_id = $1", [
      all[1]?.eventId,
    ]);
    const stored = JSON.stringify(await api.query('select * from webhook_deliveries'));
    expect(stored).not.toContain('canary');
    await api.query("update webhook_deliveries set at = now() - interval '15 days' where event_id = $1", [
      all[4]?.eventId,
    ]);
    await purgeDeliveries(api.database);
    expect(await log(organization, id)).toEqual(all.slice(0, 4));
  });

  test('forget what an endpoint answered about people who were deleted forever', async () => {
    const organization = await api.organization();
    const { id } = await create(organization);
    receiver.answer = ({ event }) => ({ status: 500, body: `Who is ${String(event.data?.email)}?` });
    const { id: contact } = await organization.contact({ email: 'canary@b.example' });
    const { id: other } = await organization.contact({ email: 'other@b.example' });
    await api.sendWebhooks();
    await organization.call('DELETE', `/contacts/${contact}`);
    await organization.call('DELETE', '/trash', { ids: [contact] });
    const answers = (await log(organization, id)).map(({ answer }) => answer).sort();
    expect(answers).toEqual(['Who is other@b.example?', null]);
    receiver.reset();
    await untilDue();
    const events = receiver.received.filter(({ event }) => event.subjectId !== other);
    expect(events.map(({ event }) => event.type)).toEqual([
      'contact.created',
      'contact.deleted',
      'contact.purged',
    ]);
    expect(JSON.stringify(events)).not.toContain('canary');
  });

  test('that are slow delay no other', async () => {
    const organization = await api.organization();
    for (const path of ['/slow', '/quick']) await create(organization, { url: receiver.url(path) });
    let arrive = () => {};
    const quick = new Promise<void>((resolve) => (arrive = resolve));
    receiver.answer = async ({ path }) => {
      if (path === '/quick') arrive();
      else await quick;
      return { status: 200 };
    };
    await organization.contact({ email: 'a@b.example' });
    await startWebhooks(api.database);
    const kinds = webhookJob(api.database, api.webhooks);
    const runner = new JobRunner({ database: api.database, log: api.log, kinds, parallel: 5 });
    runner.start();
    await quick;
    await runner.close();
    expect(receiver.received).toHaveLength(2);
    // Nothing is sent twice.
    await api.sendWebhooks();
    expect(receiver.received).toHaveLength(2);
  });

  test('of one organization leave lanes to others', async () => {
    const [greedy, other] = [await api.organization(), await api.organization()];
    for (let n = 0; n < 8; n++) await create(greedy, { url: receiver.url(`/slow/${n}`) });
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    let full = () => {};
    const isFull = new Promise<void>((resolve) => (full = resolve));
    receiver.answer = async ({ path }) => {
      if (path === '/other') arrive();
      else {
        if (receiver.received.length === 3) full();
        await arrived;
      }
      return { status: 200 };
    };
    const kinds = webhookJob(api.database, api.webhooks);
    const runner = new JobRunner({ database: api.database, log: api.log, kinds, parallel: 6 });
    await greedy.contact({ email: 'a@b.example' });
    await startWebhooks(api.database);
    runner.start();
    await isFull;
    // Not before: its job would run already, perhaps past this contact.
    await create(other, { url: receiver.url('/other') });
    await other.contact({ email: 'b@b.example' });
    await startWebhooks(api.database);
    runner.wake();
    await arrived;
    expect(receiver.received.filter(({ path }) => path !== '/other')).toHaveLength(3);
    await runner.close();
  });

  test('are paused with the token that made them, and go on with another one', async () => {
    const organization = await api.organization();
    const make = async (call: Caller) =>
      (await call<CreatedToken>('POST', '/tokens', { name: 'Shop', scopes: grantableScopes })).data;
    const parent = await make(organization.call);
    const child = await make(caller(api, parent.token));
    const made = await caller(api, child.token)<Webhook>('POST', '/webhooks', { url: receiver.url('/shop') });
    const own = await create(organization, { url: receiver.url('/own') });
    await organization.contact({ email: 'a@b.example' });
    await api.sendWebhooks();
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(['/own', '/shop']);
    await organization.call('DELETE', `/tokens/${parent.id}`);
    const { id } = made.data;
    expect(await get(organization, id)).toMatchObject({ state: 'paused', pausedBecause: 'tokenRevoked' });
    expect(await get(organization, own.id)).toMatchObject({ state: 'active', pausedBecause: null });
    await organization.contact({ email: 'b@b.example' });
    await api.sendWebhooks();
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(['/own', '/own', '/shop']);
    await organization.call('PUT', `/webhooks/${id}`, { url: receiver.url('/moved') });
    expect(await get(organization, id)).toMatchObject({ state: 'paused' });
    await organization.call('PUT', `/webhooks/${id}`, { state: 'active' });
    expect(await get(organization, id)).toMatchObject({ state: 'active', pausedBecause: null });
    await api.sendWebhooks();
    expect(receiver.received.at(-1)).toMatchObject({ path: '/moved', event: { type: 'contact.created' } });
  });

  test('made by a person outlive the console’s token', async () => {
    const organization = await api.organization();
    const person = { id: '0198c0de-7a11-7000-8000-0000000000a0', name: 'Ana' };
    const { data } = await (await organization.console())<Webhook>(
      'POST',
      '/webhooks',
      { url: receiver.url() },
      { [ACTOR_HEADER]: actorHeader(person) },
    );
    await ensureConsoleToken(api.database, organization.id, { secret: 'another' });
    expect(await get(organization, data.id)).toMatchObject({ state: 'active' });
  });

  test('wait for a new secret when APP_SECRET has changed', async () => {
    const organization = await api.organization();
    const { id } = await create(organization);
    const webhooks = new ServiceWebhooks('another', new Set(['localhost']));
    const call = caller(api.over(api.database, { webhooks }), organization.token);
    expect((await call('POST', `/webhooks/${id}/test`)).data).toMatchObject({
      problem: 'secret',
      status: null,
    });
    await call('POST', `/webhooks/${id}/rotate-secret`);
    expect((await call('POST', `/webhooks/${id}/test`)).data).toMatchObject({ state: 'delivered' });
  });

  test('that are resumed while a chunk fails are not held up by its failures', async () => {
    const organization = await api.organization();
    const { id } = await create(organization);
    receiver.answer = () => ({ status: 500 });
    for (let n = 0; n < 9; n++) await organization.contact({ email: `c${n}@b.example` });
    await api.sendWebhooks();
    let isResumed = false;
    // What is recorded after the resuming was sent before it.
    receiver.answer = async () => {
      if (!isResumed) await organization.call('PUT', `/webhooks/${id}`, { url: receiver.url('/mended') });
      isResumed = true;
      return { status: 500 };
    };
    await untilDue();
    const [row] = await api.query('select failures, retry_at from webhooks');
    // Those of the next chunk alone, which finds all of it due.
    expect(row).toMatchObject({ failures: 9, retry_at: null });
    const { data } = await organization.call<Activity[]>('GET', '/activity?action=webhook.updated');
    expect(data[0]?.after).toEqual({ url: 'replaced' });
  });

  test('say in the activity that events were removed before they were sent', async () => {
    const organization = await api.organization();
    const { id } = await create(organization);
    await organization.call('PUT', `/webhooks/${id}`, { state: 'paused' });
    await organization.contact({ email: 'a@b.example' });
    await api.sealActivity();
    await api.query('update activity_seals set ids = null, digests = null');
    await organization.call('PUT', `/webhooks/${id}`, { state: 'active' });
    await api.sendWebhooks();
    await api.sendWebhooks();
    const { data } = await organization.call<Activity[]>('GET', '/activity?action=webhook.updated');
    expect(data.filter(({ after }) => after && 'notSent' in after)).toHaveLength(1);
  });

  test('stop when they are deleted, with all that was sent', async () => {
    const organization = await api.organization();
    const { id } = await create(organization);
    receiver.answer = () => ({ status: 500 });
    await organization.contact({ email: 'a@b.example' });
    await api.sendWebhooks();
    expect((await organization.call<Webhook>('DELETE', `/webhooks/${id}`)).data.id).toBe(id);
    await untilDue();
    expect(receiver.received).toHaveLength(1);
    expect(await api.query('select from webhook_deliveries')).toEqual([]);
    expect((await organization.call('DELETE', `/webhooks/${id}`)).status).toBe(404);
  });
});
