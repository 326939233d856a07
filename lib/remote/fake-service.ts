import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { detailFields } from '@/lib/contract/contact-fields';

/*
 * For tests: a contacts service written from the published interface alone. It uses the freedom the interface leaves:
 * its own error codes, no details, times without milliseconds, colors in capitals or none.
 */

interface FakeContact {
  id: string;
  email: string | null;
  phone: string | null;
  contact: Record<string, string>;
  segments: { segmentId: string; assignedAt: string }[];
  organizationId: string;
  createdAt: string;
  updatedAt: string;
}

/** Choices the interface leaves open. */
interface Style {
  /** Whether lists have `meta`. */
  meta?: boolean;
  /** The number of the first page. */
  firstPage?: 0 | 1;
  /** Status of a POST that creates a contact; updates return 200. */
  created?: number;
  /** Format of ids. */
  id?(id: string): string | number;
  time?(time: string): string | number;
}

type Fields = Record<string, unknown> & { ids?: string[]; segmentIds?: string[]; referralCode?: string };

/** Intercepts a request; `true` if it has responded. */
export type Fault = (
  request: IncomingMessage,
  response: ServerResponse,
) => boolean | undefined | Promise<boolean>;

export interface FakeServiceOptions {
  /** Whether it has `GET /contacts` and `GET /contacts/{id}`. */
  lists?: boolean;
  style?: Style;
  token?: string;
  /** Milliseconds before each response. */
  delay?: number;
}

const now = () => new Date().toISOString();

class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details?: { path: string; message: string }[],
  ) {
    super(message);
  }
}

export class FakeService {
  readonly contacts = new Map<string, FakeContact>();
  segments: { id: string; title: string; color: string | null }[] = [
    { id: '5e900000-0000-4000-8000-000000000001', title: 'VIP', color: '#DC2626' },
    { id: '5e900000-0000-4000-8000-000000000002', title: 'Newsletter', color: null },
  ];
  readonly organizationId = randomUUID();
  /** `METHOD /path?query` of every request, in order. */
  readonly requests: string[] = [];
  /** `METHOD body` of requests that had a body. */
  readonly bodies: string[] = [];
  fault: Fault | null = null;
  /** Awaited between computing and sending a response, to simulate a slow network. */
  held: ((route: string) => Promise<void> | undefined) | null = null;
  style: Style;
  /** Maximum page size, whatever is requested. */
  largestPage = 100;
  /** Total it reports; `null` for the real one. */
  claims: number | null = null;
  token: string;
  private server: Server | null = null;
  private port = 0;

  constructor(private readonly options: FakeServiceOptions = {}) {
    this.style = options.style ?? {};
    this.token = options.token ?? 'remote token';
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/v1`;
  }

  /** Listens; after `stop`, on the same port again. */
  async start(): Promise<void> {
    const server = createServer((request, response) => void this.handle(request, response));
    await once(server.listen(this.port, '127.0.0.1'), 'listening');
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  /** Closes all connections and stops listening; the contacts stay. */
  async stop(): Promise<void> {
    const { server } = this;
    this.server = null;
    if (!server) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }

  /** Adds a contact, as if somebody else had created it. */
  add(fields: Fields): FakeContact {
    const time = now();
    const made: FakeContact = {
      id: randomUUID(),
      email: null,
      phone: null,
      contact: {},
      segments: [],
      organizationId: this.organizationId,
      createdAt: time,
      updatedAt: time,
    };
    this.contacts.set(made.id, made);
    this.write(made, fields);
    return made;
  }

  /** Adds contacts with emails `person0@example.com` and so on. */
  addMany(count: number): void {
    for (let n = 0; n < count; n++)
      this.add({ email: `person${n}@example.com`, firstname: 'Person', lastname: `Number ${n}` });
  }

  /** Notes the request, waits for `delay`, lets `fault` intercept, and sends the response of its route. */
  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://fake');
    this.requests.push(`${request.method} ${url.pathname.replace(/^\/v1/, '')}${url.search}`);
    response.setHeader('X-Request-Id', `fake-${this.requests.length}`);
    const { delay } = this.options;
    if (delay) await new Promise((resolve) => setTimeout(resolve, delay));
    if (this.fault && (await this.fault(request, response))) return;
    try {
      if (request.headers.authorization !== `Bearer ${this.token}`)
        throw new Problem(401, 'INVALID_TOKEN', 'Token invalid or expired');
      const text = await textOf(request);
      if (text) this.bodies.push(`${request.method} ${text}`);
      const route = `${request.method} ${url.pathname.replace(/^\/v1/, '')}`;
      const fields = text ? (JSON.parse(text) as Fields) : {};
      const { status = 200, body } = this.route(route, url.searchParams, fields);
      const answer = JSON.stringify(body);
      await this.held?.(route);
      send(response, status, answer);
    } catch (cause) {
      // The client has disconnected.
      if (request.destroyed && !(cause instanceof Problem)) return;
      if (!(cause instanceof Problem)) throw cause;
      const { status, code, message, details } = cause;
      send(response, status, JSON.stringify({ error: { code, message, ...(details && { details }) } }));
    }
  }

  /** The response of a route. Without `lists`, reading contacts gets 405. */
  private route(route: string, query: URLSearchParams, body: Fields): { status?: number; body: unknown } {
    const id = /^\w+ \/contacts\/([^/]+)$/.exec(route)?.[1];
    switch (id ? route.replace(id, '{id}') : route) {
      case 'GET /segments':
        return { body: { data: this.segments } };
      case 'POST /contacts':
        return this.upsert(body);
      case 'DELETE /contacts':
        return { body: { data: { count: body.ids?.filter((one) => this.contacts.delete(one)).length } } };
      case 'PUT /contacts/{id}': {
        const found = this.find(id);
        this.checkFree(body, found);
        this.write(found, body);
        return { body: { data: this.shown(found) } };
      }
      case 'DELETE /contacts/{id}': {
        const found = this.find(id);
        this.contacts.delete(found.id);
        return { body: { data: this.shown(found) } };
      }
      case 'GET /contacts':
        if (this.options.lists) return { body: this.list(query) };
        throw new Problem(405, 'METHOD_NOT_ALLOWED', 'Method not allowed');
      case 'GET /contacts/{id}':
        if (this.options.lists) return { body: { data: this.shown(this.find(id)) } };
        throw new Problem(405, 'METHOD_NOT_ALLOWED', 'Method not allowed');
      default:
        throw new Problem(404, 'ROUTE_NOT_FOUND', 'No such route');
    }
  }

  /** A page of contacts in the order of their creation. Refuses parameters other than `page` and `pageSize`. */
  private list(query: URLSearchParams) {
    for (const name of query.keys())
      if (name !== 'page' && name !== 'pageSize')
        throw new Problem(400, 'VALIDATION_ERROR', `Unknown ${name}`);
    const page = Number(query.get('page') ?? 1) + 1 - (this.style.firstPage ?? 1);
    const pageSize = Math.min(Number(query.get('pageSize') ?? 20), this.largestPage);
    const all = [...this.contacts.values()];
    const data = all.slice((page - 1) * pageSize, page * pageSize).map((one) => this.shown(one));
    if (this.style.meta === false) return { data };
    return {
      data,
      meta: {
        total: this.claims ?? all.length,
        page,
        pageSize,
        totalPages: Math.ceil(all.length / pageSize),
      },
    };
  }

  /**
   * Creates a contact, or updates the first with this email or phone, and adds segments. `FRIEND` is the only referral
   * code.
   */
  private upsert(body: Fields): { status: number; body: unknown } {
    if (!body.email && !body.phone)
      throw new Problem(400, 'VALIDATION_ERROR', 'Invalid', [
        { path: 'email', message: 'email or phone needed' },
      ]);
    if (body.referralCode && body.referralCode !== 'FRIEND')
      throw new Problem(400, 'VALIDATION_ERROR', 'Invalid', [
        { path: 'referralCode', message: 'unknown code' },
      ]);
    const all = [...this.contacts.values()];
    const found = all.find(
      ({ email, phone }) => (email && email === body.email) || (phone && phone === body.phone),
    );
    const { segmentIds, ...fields } = body;
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
    if (!found)
      return {
        status: this.style.created ?? 201,
        body: { data: this.shown(this.add({ ...given, segmentIds })) },
      };
    const assigned = found.segments.map(({ segmentId }) => segmentId);
    this.write(found, { ...given, segmentIds: segmentIds && [...new Set([...assigned, ...segmentIds])] });
    return { status: 200, body: { data: this.shown(found) } };
  }

  /** Sets the given fields of a contact, blank ones to none, and replaces its segments if there are `segmentIds`. */
  private write(target: FakeContact, fields: Fields): void {
    for (const segmentId of fields.segmentIds ?? [])
      if (!this.segments.some(({ id }) => id === segmentId))
        throw new Problem(400, 'VALIDATION_ERROR', 'Invalid', [
          { path: 'segmentIds', message: 'unknown segment' },
        ]);
    for (const name of ['email', 'phone'] as const)
      if (name in fields) target[name] = (fields[name] as string) || null;
    for (const name of detailFields) {
      if (!(name in fields)) continue;
      if (fields[name]) target.contact[name] = fields[name] as string;
      else delete target.contact[name];
    }
    if (fields.segmentIds)
      target.segments = fields.segmentIds.map(
        (segmentId) =>
          target.segments.find((one) => one.segmentId === segmentId) ?? { segmentId, assignedAt: now() },
      );
    target.updatedAt = now();
  }

  /** Refuses an email that another contact has with 409. */
  private checkFree(fields: Fields, self: FakeContact): void {
    for (const other of this.contacts.values())
      if (other !== self && fields.email && other.email === fields.email)
        throw new Problem(409, 'DUPLICATE', 'Email already taken');
  }

  /** The contact; 404 if it does not exist. */
  private find(id: string | undefined): FakeContact {
    const found = this.contacts.get(id ?? '');
    if (!found) throw new Problem(404, 'CONTACT_NOT_FOUND', 'Contact not found');
    return found;
  }

  /** A contact as it is sent, in the style of this service. */
  private shown(contact: FakeContact) {
    const { id = (one) => one, time = (one) => one.replace('.000Z', 'Z') } = this.style;
    const { createdAt, updatedAt } = contact;
    return { ...contact, id: id(contact.id), createdAt: time(createdAt), updatedAt: time(updatedAt) };
  }
}

/** Sends text as JSON. */
function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' });
  response.end(text);
}
