import dns from 'node:dns';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Webhook as Signer } from 'standardwebhooks';
import { stripBidiControls } from '@/lib/contract/strip-bidi-controls';
import type { Delivery } from '@/lib/contract/webhook';
import { isPublicAddress } from './public-address';

/** Time limit for the whole answer. */
const TIMEOUT_MILLISECONDS = 10_000;
/** Most bytes to read of an answer. */
const LONGEST_ANSWER = 16 * 1024;
/** Most characters to keep of an answer's first line. */
const LONGEST_LINE = 200;
/** Requests to one endpoint at once. */
export const CONCURRENCY = 8;

/** The result of one attempt. */
export type SendResult = Pick<Delivery, 'status' | 'answer' | 'problem' | 'milliseconds'>;

export interface Message {
  id: string;
  body: string;
}

/** Whether the endpoint has accepted a message. */
export const isDelivered = ({ status }: Pick<SendResult, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300;

class AddressNotPublic extends Error {}

/** The same message for internal and for unknown names, so that it does not reveal internal ones. */
const NOT_PUBLIC =
  'This host was not found on the public internet. The setting WEBHOOK_HOSTS can allow one that is not.';

/** Sends signed messages to endpoints on the public internet, or at allowed hosts. */
export class WebhookSender {
  /** The only look-up of a connection, so that it connects to the address that was checked. */
  private readonly lookup: LookupFunction;

  /**
   * @param hosts Hosts that may have private addresses, and plain http.
   * @param timeout Milliseconds; shorter in tests.
   */
  constructor(
    private readonly hosts: ReadonlySet<string>,
    lookup = dns.lookup,
    private readonly timeout = TIMEOUT_MILLISECONDS,
  ) {
    this.lookup = (hostname, options, callback) => {
      lookup(hostname, { ...options, all: true }, (cause, addresses) => {
        if (cause) return callback(cause, '');
        const [first] = addresses;
        if (!first || addresses.some(({ address }) => !isPublicAddress(address)))
          return callback(new AddressNotPublic('The address is not public.'), '');
        if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      });
    };
  }

  /**
   * Checks that an endpoint has https and a public address, or an allowed host. Returns its problem, or `null` if it can be
   * used.
   */
  async problemWith(url: string): Promise<string | null> {
    const { protocol, hostname } = new URL(url);
    if (this.hosts.has(hostname)) return null;
    if (protocol !== 'https:') return 'The URL must begin with https.';
    const literal = addressLiteral(hostname);
    if (literal) return isPublicAddress(literal) ? null : NOT_PUBLIC;
    return new Promise((resolve) => {
      this.lookup(hostname, { all: true }, (cause) => resolve(cause ? NOT_PUBLIC : null));
    });
  }

  /** Keeps up to `CONCURRENCY` connections to one endpoint. Destroy it after use. */
  connections(url: string): http.Agent {
    const { protocol } = new URL(url);
    const options = { keepAlive: true, maxSockets: CONCURRENCY };
    return protocol === 'http:' ? new http.Agent(options) : new https.Agent(options);
  }

  /**
   * Sends one message, signed with each of the secrets, and reads the answer. Redirects are not followed. Never throws.
   *
   * @param stopping Ends the attempt, which then counts as a `timeout`.
   */
  async send(
    {
      url,
      secrets,
      agent,
      stopping,
    }: { url: string; secrets: string[]; agent?: http.Agent; stopping?: AbortSignal },
    message: Message,
  ): Promise<SendResult> {
    const started = performance.now();
    /** A result with the time that has passed. */
    const result = (part: Partial<SendResult>): SendResult => ({
      status: null,
      answer: null,
      problem: null,
      milliseconds: Math.round(performance.now() - started),
      ...part,
    });
    if (secrets.length === 0) return result({ problem: 'secret' });
    // The timer keeps this signal alive; one of AbortSignal.timeout may be garbage-collected before it fires.
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), this.timeout);
    const signal = stopping ? AbortSignal.any([late.signal, stopping]) : late.signal;
    // The attempt ends with the signal, even if the request emits nothing more.
    const ended = once(signal, 'abort').then(() => Promise.reject(new Error('Ended')));
    ended.catch(() => {});
    let status: number | null = null;
    try {
      const request = this.post(new URL(url), signedHeaders(secrets, message), { message, agent, signal });
      const response = await Promise.race([request, ended]);
      status = response.statusCode ?? 0;
      const answer = await Promise.race([readBeginning(response), ended]);
      return result({ status, answer: firstLine(answer) });
    } catch (cause) {
      // The status decides; the rest of the answer is only shown.
      if (status !== null) return result({ status });
      return result({ problem: signal.aborted ? 'timeout' : toDeliveryProblem(cause) });
    } finally {
      clearTimeout(timer);
      // Settles `ended`, and removes the listeners of the signal.
      late.abort();
    }
  }

  /**
   * Posts a message, and resolves with the answer before its body. Rejects http and addresses that are not public, unless
   * the host is allowed.
   */
  private post(
    url: URL,
    headers: Record<string, string>,
    { message, agent, signal }: { message: Message; agent?: http.Agent; signal: AbortSignal },
  ): Promise<IncomingMessage> {
    const isAllowed = this.hosts.has(url.hostname);
    const literal = addressLiteral(url.hostname);
    // A connection to a literal address makes no look-up.
    if (!isAllowed && (url.protocol !== 'https:' || (literal && !isPublicAddress(literal))))
      return Promise.reject(new AddressNotPublic('The address is not public.'));
    const { request } = url.protocol === 'http:' ? http : https;
    const lookup = isAllowed ? undefined : this.lookup;
    return new Promise((resolve, reject) => {
      const options = { method: 'POST', headers, agent: agent ?? false, signal, lookup };
      request(url, options, resolve)
        .on('error', reject)
        // Status 101: without this listener, Node closes the connection and emits nothing.
        .on('upgrade', (response, socket) => {
          socket.destroy();
          resolve(response.destroy());
        })
        .end(message.body);
    });
  }
}

/** The IP address in a URL, if any. `URL` normalizes decimal, hexadecimal, octal and shortened ones to one spelling. */
function addressLiteral(hostname: string): string | null {
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) ? address : null;
}

/** The headers of a message, with a signature for each secret (Standard Webhooks). */
function signedHeaders(secrets: string[], { id, body }: Message): Record<string, string> {
  const now = new Date();
  return {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'User-Agent': 'Roster',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Signer(secret).sign(id, now, body)).join(' '),
  };
}

/** The first bytes of an answer; the rest is not read. */
async function readBeginning(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    // Leaving the loop closes the connection.
    if (length >= LONGEST_ANSWER) break;
  }
  return Buffer.concat(chunks).subarray(0, LONGEST_ANSWER);
}

/** The first line of an answer, shortened and without control characters; `null` if it is empty. */
function firstLine(answer: Buffer): string | null {
  const [line = ''] = answer
    .toString('utf8')
    .trimStart()
    .split(/[\r\n]/, 1);
  const text = stripBidiControls(line)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .toWellFormed();
  return [...text].slice(0, LONGEST_LINE).join('') || null;
}

/** Why a message was not delivered: `address`, `tls` or, for all else, `connection`. */
function toDeliveryProblem(cause: unknown): Delivery['problem'] {
  const { code = '' } = cause as NodeJS.ErrnoException;
  if (cause instanceof AddressNotPublic || /^(ENOTFOUND|EAI_)/.test(code)) return 'address';
  return /^(CERT_|ERR_TLS|ERR_SSL|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_|EPROTO)/.test(code)
    ? 'tls'
    : 'connection';
}
