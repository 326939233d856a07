import type dns from 'node:dns';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterEach, describe, expect, test } from 'vitest';
import { pauseAfter } from './send-chunk';
import { newWebhookSecret, ServiceWebhooks } from './service-webhooks';
import { TestReceiver } from './testing-receiver';
import { isDelivered, WebhookSender } from './webhook-sender';

/** Names of the tests: each look-up gets the next of its addresses. */
function lookupOf(names: Record<string, string[]>): typeof dns.lookup {
  const look = (name: string, _: dns.LookupAllOptions, callback: (...result: unknown[]) => void) => {
    const addresses = names[name.replace(/\.$/, '')];
    const address = addresses && (addresses.length > 1 ? addresses.shift() : addresses[0]);
    if (!address) return callback(Object.assign(new Error('Unknown name'), { code: 'ENOTFOUND' }), []);
    return callback(
      null,
      address.split(' ').map((one) => ({ address: one, family: one.includes(':') ? 6 : 4 })),
    );
  };
  return look as unknown as typeof dns.lookup;
}

const message = { id: 'msg-1', body: '{"id":"msg-1"}' };
const secrets = [newWebhookSecret()];

describe('sending to an endpoint', () => {
  const receiver = new TestReceiver();
  const sender = new WebhookSender(new Set(['localhost']));
  const send = (path: string, stopping?: AbortSignal) =>
    sender.send({ url: receiver.url(path), secrets, stopping }, message);
  afterEach(() => receiver.reset());

  test('is signed with each secret, as the published library verifies it', async () => {
    const both = [newWebhookSecret(), newWebhookSecret()];
    const result = await sender.send({ url: receiver.url('/a?b=c'), secrets: both }, message);
    expect(result).toEqual({ status: 200, answer: 'ok', problem: null, milliseconds: expect.any(Number) });
    const [{ path, headers, body }] = receiver.received as [(typeof receiver.received)[number]];
    expect([path, headers['content-type'], headers['webhook-id']]).toEqual([
      '/a?b=c',
      'application/json',
      'msg-1',
    ]);
    const given = headers as Record<string, string>;
    for (const secret of both) expect(new Verifier(secret).verify(body, given)).toEqual({ id: 'msg-1' });
    for (const wrong of [
      () => new Verifier(newWebhookSecret()).verify(body, given),
      () => new Verifier(both[0] as string).verify(`${body} `, given),
      () => new Verifier(both[0] as string).verify(body, { ...given, 'webhook-id': 'msg-2' }),
    ])
      expect(wrong).toThrow('No matching signature found');
  });

  test('keeps the first line of an answer, and reads no more than 16 KiB', async () => {
    const lines: [body: string, line: string | null][] = [
      ['\n  Thanks\u0000\u202e!\r\nsecond line', 'Thanks !'],
      ['', null],
      ['😀'.repeat(300), '😀'.repeat(200)],
      ['x'.repeat(5_000_000), 'x'.repeat(200)],
    ];
    for (const [body, line] of lines) {
      receiver.answer = () => ({ status: 500, body });
      const result = await send('/');
      expect([result.status, result.answer, isDelivered(result)]).toEqual([500, line, false]);
    }
  });

  test('follows no redirect', async () => {
    receiver.answer = ({ path }) => ({ status: path === '/' ? 302 : 200, headers: { Location: '/inside' } });
    const result = await send('/');
    expect([result.status, isDelivered(result)]).toEqual([302, false]);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/']);
  });

  test('ends when the program stops, and tells why there was no answer', async () => {
    const stop = new AbortController();
    receiver.answer = () => {
      stop.abort();
      return new Promise(() => {});
    };
    expect(await send('/', stop.signal)).toMatchObject({ status: null, problem: 'timeout' });
    expect(await sender.send({ url: 'http://localhost:1/', secrets }, message)).toMatchObject({
      status: null,
      problem: 'connection',
    });
    expect(await sender.send({ url: receiver.url(), secrets: [] }, message)).toMatchObject({
      problem: 'secret',
    });
  });

  test('over https wants a certificate', async () => {
    const url = receiver.url().replace('http:', 'https:');
    expect(await sender.send({ url, secrets }, message)).toMatchObject({ problem: 'tls' });
  });
});

describe('addresses inside the network', () => {
  const receiver = new TestReceiver();
  const port = () => new URL(receiver.url()).port;

  test.each([
    ['plainly', '127.0.0.1'],
    ['in decimal', '2130706433'],
    ['in hexadecimal', '0x7f000001'],
    ['in octal', '0177.0.0.01'],
    ['shortened', '127.1'],
    ['in full-width digits', '１２７.０.０.１'],
    ['with a trailing dot', '127.0.0.1.'],
    ['after a public user', 'example.com@127.0.0.1'],
    ['mapped to IPv6', '[::ffff:127.0.0.1]'],
    ['mapped, in hexadecimal', '[::ffff:7f00:1]'],
    ['in IPv6', '[::1]'],
    ['translated', '[64:ff9b::127.0.0.1]'],
    ['unspecified', '0.0.0.0'],
    ['of a cloud’s metadata', '169.254.169.254'],
    ['of a carrier', '100.64.0.1'],
    ['local to the site', '[fd00::1]'],
    ['by name', 'inside.example'],
    ['by a name with a trailing dot', 'inside.example.'],
    ['by a name that also has a public one', 'both.example'],
    ['by a name in IPv6', 'mapped.example'],
  ])('are refused %s, when stored and when connecting: %s', async (_, host) => {
    const names = {
      'inside.example': ['127.0.0.1'],
      'both.example': ['93.184.216.34 10.0.0.1'],
      'mapped.example': ['::ffff:127.0.0.1'],
    };
    const sender = new WebhookSender(new Set(), lookupOf(names));
    const url = new URL(`https://${host}:${port()}/`).href;
    expect(await sender.problemWith(url)).toMatch(/not found on the public internet/);
    expect(await sender.send({ url, secrets }, message)).toMatchObject({ status: null, problem: 'address' });
    expect(receiver.received).toEqual([]);
  });

  test('answer as names that nobody knows', async () => {
    const sender = new WebhookSender(new Set(), lookupOf({ 'inside.example': ['10.0.0.1'] }));
    const answers = [];
    for (const host of ['inside.example', 'unknown.example']) {
      const url = `https://${host}/`;
      const { milliseconds: _, ...result } = await sender.send({ url, secrets }, message);
      answers.push([await sender.problemWith(url), result]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.[1]).toMatchObject({ status: null, problem: 'address' });
  });

  test('are refused where a name changes between check and connection', async () => {
    const names = { 'rebinding.example': ['93.184.216.34', '127.0.0.1'] };
    const sender = new WebhookSender(new Set(), lookupOf(names));
    const url = `https://rebinding.example:${port()}/`;
    expect(await sender.problemWith(url)).toBeNull();
    expect(await sender.send({ url, secrets }, message)).toMatchObject({ problem: 'address' });
    expect(receiver.received).toEqual([]);
  });

  test('are refused after a redirect, since none is followed', async () => {
    const sender = new WebhookSender(new Set(['localhost']));
    receiver.answer = () => ({ status: 307, headers: { Location: `http://127.0.0.1:${port()}/inside` } });
    expect(await sender.send({ url: receiver.url(), secrets }, message)).toMatchObject({ status: 307 });
    expect(receiver.received.map(({ path }) => path)).toEqual(['/']);
    receiver.reset();
  });

  test('are reached only by hosts that the setting names, and only those by http', async () => {
    const sender = new WebhookSender(
      new Set(['inside.example', '10.0.0.7']),
      lookupOf({ 'outside.example': ['1.1.1.1'] }),
    );
    const problems = [];
    for (const url of ['http://inside.example/', 'https://10.0.0.7:8443/', 'https://outside.example/'])
      problems.push(await sender.problemWith(url));
    expect(problems).toEqual([null, null, null]);
    expect(await sender.problemWith('http://outside.example/')).toMatch(/https/);
    const plain = await sender.send({ url: 'http://outside.example/', secrets }, message);
    expect(plain).toMatchObject({ status: null, problem: 'address' });
  });
});

test('secrets are encrypted for their webhook and APP_SECRET only', () => {
  const secret = newWebhookSecret();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const webhooks = new ServiceWebhooks('one', new Set());
  const encrypted = webhooks.encrypt('a', secret);
  expect(encrypted.toString('latin1')).not.toContain(secret.slice(6));
  const row = { id: 'a', secret: encrypted, former_secret: null };
  expect(webhooks.secretsOf(row)).toEqual([secret]);
  expect(webhooks.secretsOf({ ...row, id: 'b' })).toEqual([]);
  expect(new ServiceWebhooks('other', new Set()).secretsOf(row)).toEqual([]);
});

test('pauses grow from a second to six hours', () => {
  const seconds = [1, 2, 3, 10, 15, 16, 40].map((attempts) => pauseAfter(attempts, 0) / 1000);
  expect(seconds).toEqual([1, 2, 4, 512, 16_384, 21_600, 21_600]);
  expect(pauseAfter(1, 1)).toBe(1250);
});
