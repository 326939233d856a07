import type dns from 'node:dns';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { BoundCall } from '@/lib/call';
import type { Person } from '@/lib/contract/actor';
import type { Contact, ContactUpsert } from '@/lib/contract/contact';
import { type ErrorEnvelope, errorEnvelope, errorStatus } from '@/lib/contract/error';
import type { ContactImport } from '@/lib/contract/import';
import type { PageMeta } from '@/lib/contract/page';
import type { ReferralCode, ReferralCodeCreate } from '@/lib/contract/referral-code';
import type { Segment } from '@/lib/contract/segment';
import { grantableScopes, type Scope } from '@/lib/contract/token';
import type { Database } from '@/lib/database/database';
import type { TestEngine } from '@/lib/database/testing';
import type { JobKinds } from '@/lib/jobs/job';
import { JobRunner } from '@/lib/jobs/job-runner';
import { startActivitySeals } from '../activity/activity-seal-job';
import { type ApiOptions, createApi } from '../http/api';
import { ensureConsoleToken } from '../organizations/bootstrap';
import { createOrganization } from '../organizations/create-organization';
import { localJobs, serviceJobs } from '../service-jobs';
import { digestToken, newToken } from '../shared/token-secret';
import { startTrashPurges } from '../trash/trash-purge-job';
import { ServiceWebhooks } from '../webhooks/service-webhooks';
import { startWebhooks } from '../webhooks/webhook-job';

/** An answer of the API with either `data` or `error`; reading the wrong one fails the test. */
export class Answer<Data> {
  readonly status: number;
  readonly headers: Headers;

  constructor(
    response: Response,
    /** The body as it was sent. */
    readonly text: string,
    readonly body: unknown,
  ) {
    ({ status: this.status, headers: this.headers } = response);
  }

  get data(): Data {
    return this.part('data') as Data;
  }

  get meta(): PageMeta {
    return this.part('meta') as PageMeta;
  }

  get error(): ErrorEnvelope['error'] {
    return this.part('error') as ErrorEnvelope['error'];
  }

  /** A part of the body. @throws for `data` of an error, and for `error` of a success. */
  private part(name: 'data' | 'meta' | 'error'): unknown {
    const body = this.body as Record<string, unknown>;
    if ((name === 'error') !== 'error' in body) throw new Error(`No ${name}: ${this.status} ${this.text}`);
    return body[name];
  }
}

/** A body that is sent unchanged. */
type RawBody = string | Uint8Array<ArrayBuffer> | ReadableStream;

/** Calls the API. `path` is below `/v1`; a `body` other than text, bytes or a stream is sent as JSON. */
export type Caller = <Data = unknown>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer<Data>>;

/** Resolves every name to one public address, so that no test asks a name server. */
const lookup = ((_name: string, _options: unknown, callback: (...result: unknown[]) => void) =>
  callback(null, [{ address: '93.184.216.34', family: 4 }])) as unknown as typeof dns.lookup;

/** A valid id that nothing has. */
export const MISSING_ID = '0198c0de-7a11-7000-8000-00000000dead';

/** The API on a fresh database of its own, for the tests of one `describe`. */
export class TestApi {
  /** Errors that the API has logged. A test removes those that it expects; any other fails it. */
  readonly logged: { fields: object; message: string }[] = [];
  readonly log = {
    error: (fields: object, message: string) => void this.logged.push({ fields, message }),
    warn: () => {},
  };
  readonly webhooks = new ServiceWebhooks('of the tests', new Set(['localhost']), lookup);
  private opened: { database: Database; jobs: JobRunner; handler: ReturnType<typeof createApi> } | undefined;

  constructor(engine: TestEngine, options: Partial<ApiOptions> = {}) {
    beforeAll(async () => {
      const database = await engine.open();
      const groups = [...localJobs(30), ...serviceJobs(database, { ...options, webhooks: this.webhooks })];
      const kinds = Object.assign({}, ...groups.map((group) => group.kinds)) as JobKinds;
      const jobs = new JobRunner({ database, log: this.log, kinds });
      this.opened = { database, jobs, handler: this.over(database, options) };
    });
    afterEach(() => {
      const [unexpected] = this.logged.splice(0);
      if (unexpected) throw new Error(unexpected.message, { cause: unexpected.fields });
    });
    afterAll(() => this.opened?.database.close());
  }

  /** What `beforeAll` has opened; throws before. */
  private get parts() {
    if (!this.opened) throw new Error('The database is open from beforeAll on.');
    return this.opened;
  }

  get database(): Database {
    return this.parts.database;
  }

  /** Runs jobs when a test asks it to, never by itself. */
  get jobs(): JobRunner {
    return this.parts.jobs;
  }

  /** Runs the hourly purge of the trash to its end. */
  async purgeTrash(): Promise<void> {
    await startTrashPurges(this.database, 30);
    await this.jobs.runAll();
  }

  /** Runs the sealing of every minute to its end. */
  async sealActivity(): Promise<void> {
    await startActivitySeals(this.database);
    await this.jobs.runAll();
  }

  /** Sends everything that is due to webhooks. */
  async sendWebhooks(): Promise<void> {
    await startWebhooks(this.database);
    await this.jobs.runAll();
  }

  fetch(request: Request): Promise<Response> {
    return this.parts.handler.fetch(request);
  }

  /** The operations without HTTP, as the console calls them. */
  callAs(token: string, person?: Person): BoundCall {
    return (name, input, { signal } = {}) => this.parts.handler.call(name, input, { token, person, signal });
  }

  /** Another instance of the API, over this or another database. */
  over(database: Database, options: Partial<ApiOptions> = {}): ReturnType<typeof createApi> {
    return createApi({
      database,
      log: this.log,
      jobs: { wake: () => {} },
      version: 'test',
      webhooks: this.webhooks,
      trashDays: 30,
      checkAnswers: true,
      ...options,
    });
  }

  /** A new organization and a caller with all scopes. */
  async organization(name = 'Acme'): Promise<TestOrganization> {
    const { id, token } = await createOrganization(this.database, name);
    return new TestOrganization(this, id, token);
  }

  /** All rows of these tables, alias `t`, in a fixed order. */
  rows(tables: string, where: string, values: unknown[] = []): Promise<pg.QueryResultRow[]> {
    const selects = tables
      .split(' ')
      .map(
        (name) => `select '${name}' as "table", to_jsonb(t) - 'last_used_at' as row from ${name} t ${where}`,
      );
    return this.query(`${selects.join(' union all ')} order by 1, 2`, values);
  }

  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.database.pool.query<Row>(text, values)).rows;
  }
}

/** An organization with its first token, and quick ways to fill it. */
export class TestOrganization {
  readonly call: Caller;

  constructor(
    readonly api: TestApi,
    readonly id: string,
    readonly token: string,
  ) {
    this.call = caller(api, token);
  }

  /** A caller with another token of this organization, which has these scopes only. */
  async as(granted: readonly Scope[], row: { name?: string; expiresAt?: string } = {}): Promise<Caller> {
    return caller(this.api, await this.issue(granted, row));
  }

  /** A caller with the console's own token. */
  async console(): Promise<Caller> {
    return caller(this.api, await this.consoleToken());
  }

  consoleToken(): Promise<string> {
    return ensureConsoleToken(this.api.database, this.id, { secret: 'of the test' });
  }

  /** Inserts a token with any scopes; the API only grants scopes that the caller has. */
  async issue(
    granted: readonly Scope[] = grantableScopes,
    { name = 'Test token', expiresAt }: { name?: string; expiresAt?: string } = {},
  ): Promise<string> {
    const token = newToken();
    await this.api.query(
      `insert into api_tokens (organization_id, id, kind, name, digest, hint, scopes, created_at, expires_at)
       values ($1, $2, 'issued', $3, $4, '', $5, now(), $6)`,
      [this.id, uuidv7(), name, digestToken(token), granted, expiresAt],
    );
    return token;
  }

  /** The id of the token with this name. */
  async tokenId(name: string): Promise<string | undefined> {
    const text = 'select id from api_tokens where organization_id = $1 and name = $2';
    return (await this.api.query<{ id: string }>(text, [this.id, name]))[0]?.id;
  }

  /** Creates any resource, and returns its id. */
  async post(path: string, body?: unknown): Promise<string> {
    return dataOrThrow(await this.call<{ id: string }>('POST', path, body)).id;
  }

  async contact(fields: ContactUpsert): Promise<Contact> {
    return dataOrThrow(await this.call<Contact>('POST', '/contacts', fields));
  }

  async segment(title: string): Promise<Segment> {
    return dataOrThrow(await this.call<Segment>('POST', '/segments', { title }));
  }

  async referralCode(fields: ReferralCodeCreate): Promise<ReferralCode> {
    return dataOrThrow(await this.call<ReferralCode>('POST', '/referral-codes', fields));
  }

  /** Uploads a CSV file, plans and runs its import (or only `verbs`), and reads it. */
  async importFile(text: string, verbs = ['plan', 'run']): Promise<ContactImport> {
    const id = await this.post('/imports?name=a.csv', text);
    for (const verb of verbs) {
      await this.call('POST', `/imports/${id}/${verb}`);
      await this.api.jobs.runAll();
    }
    return (await this.call<ContactImport>('GET', `/imports/${id}`)).data;
  }

  /** The contact as it is now, with its version. */
  async get(id: string): Promise<Contact & { etag: string }> {
    const { data, headers } = await this.call<Contact>('GET', `/contacts/${id}`);
    return { ...data, etag: headers.get('ETag') as string };
  }

  /** The counters of the organization, and of its segments by title. */
  async totals(): Promise<{ contacts: number; segments: Record<string, number> }> {
    const { meta } = await this.call('GET', '/contacts?pageSize=1');
    const { data } = await this.call<Segment[]>('GET', '/segments?include=contactCount');
    return {
      contacts: meta.total,
      segments: Object.fromEntries(data.map(({ title, contactCount }) => [title, contactCount ?? -1])),
    };
  }
}

/** The data of a success. */
function dataOrThrow<Data>(answer: Answer<Data>): Data {
  if (answer.status > 201) throw new Error(`${answer.status} ${answer.text}`);
  return answer.data;
}

/** Returns a function that calls an API with a token, and checks what all answers have in common. */
export function caller(api: { fetch(request: Request): Promise<Response> }, token: string | null): Caller {
  return async (method, path, body, headers = {}) => {
    const response = await api.fetch(
      new Request(`http://roster.test/v1${path}`, {
        method,
        headers: {
          ...(token !== null && { Authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        body: body === undefined || isRaw(body) ? body : JSON.stringify(body),
        ...(body instanceof ReadableStream && { duplex: 'half' }),
      }),
    );
    return checkAnswer(response);
  };
}

function isRaw(body: unknown): body is RawBody {
  return typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream;
}

/** Checks what all answers have in common, and reads one. */
async function checkAnswer<Data>(response: Response): Promise<Answer<Data>> {
  const text = await response.text();
  const type = response.headers.get('Content-Type');
  const isFile = response.ok && type === 'text/csv; charset=utf-8';
  if (!isFile) expect(type).toBe('application/json');
  expect(response.headers.get('X-Request-Id')).toMatch(/^[\w.:-]+$/);
  const body = isFile ? {} : JSON.parse(text);
  if (!response.ok) {
    const { error } = errorEnvelope.strict().parse(body);
    expect(response.status).toBe(errorStatus[error.code]);
  }
  return new Answer(response, text, body);
}

/** The paths in the details of a refusal. */
export const pathsOf = ({ error }: Answer<unknown>): string[] => error.details.map(({ path }) => path);
