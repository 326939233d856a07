import { type ApiError, failure, isMissing } from '@/lib/client/api-error';
import type { Client } from '@/lib/client/client';
import { cannot, mayNot, unknownWhether } from '@/lib/contract/connection';
import { type OperationName, operations } from '@/lib/contract/operations';
import { within } from './within';

/** What a remote service can do with the token that it was given. */
export class Abilities {
  constructor(
    readonly operations: ReadonlySet<OperationName>,
    /** Whether its list of contacts can be searched, filtered and sorted: then no copy is needed. */
    readonly searches: boolean,
    /** What it could do for a token with more scopes. */
    readonly forbidden: ReadonlySet<OperationName> = new Set(),
  ) {}

  /** What every service has that speaks the interface: of one that has told nothing yet, all that is known. */
  static readonly published = new Abilities(
    new Set([
      'upsertContact',
      'updateContact',
      'deleteContact',
      'deleteContacts',
      'listSegments',
    ] as const satisfies OperationName[]),
    false,
  );

  /** As texts that can be stored. */
  toList(): string[] {
    const forbidden = [...this.forbidden].map(asForbidden);
    return [...this.operations, ...forbidden, ...(this.searches ? [SEARCH] : [])].sort();
  }

  static fromList(list: string[]): Abilities {
    return new Abilities(
      new Set(operationNames.filter((name) => list.includes(name))),
      list.includes(SEARCH),
      new Set(operationNames.filter((name) => list.includes(asForbidden(name)))),
    );
  }

  /** The same without these. */
  without(lost: ReadonlySet<OperationName>): Abilities {
    const left = [...this.operations].filter((name) => !lost.has(name));
    return new Abilities(new Set(left), this.searches, this.forbidden);
  }

  /** Why the console does not offer an operation. */
  why(name: OperationName): string {
    if (this === Abilities.published) return unknownWhether(name);
    return this.forbidden.has(name) ? mayNot(name) : cannot(name);
  }

  /** What the console can do, a copy included where one is needed: that one is searched, and keeps the activity. */
  get offered(): ReadonlySet<OperationName> {
    if (this.searches) return this.operations;
    return new Set([
      ...this.operations,
      'listContacts',
      'getContact',
      'previewContact',
      'countContactSegments',
      'listActivity',
      'getOrganization',
      // By a call for each, at one that takes no list of ids.
      ...(this.operations.has('deleteContact') ? (['deleteContacts'] as const) : []),
    ] as const);
  }
}

const SEARCH = 'search';
const asForbidden = (name: OperationName) => `${name} forbidden`;
const operationNames = Object.keys(operations) as OperationName[];

/** What is known, before the service is asked, of what it can do. */
export interface Known {
  /** What it told the last time; `null` when it never did. */
  abilities: Abilities | null;
  /** Of some contact that it has had. */
  contactId: string | null;
  /** What it refused to do at all, when that was tried last: there is no way to ask without changing something. */
  lost: ReadonlySet<OperationName>;
}

export interface Discovered {
  abilities: Abilities;
  /** Why it did not tell its segments, which every service does. */
  segmentsError: ApiError | null;
  /** The service's own organization that the token is of; `undefined` where nothing told. */
  organizationId: string | undefined;
  /** Whether something is to be asked again soon: it did not tell, or can no longer do what it could. */
  inDoubt: boolean;
  /** Seconds after which it wants to be asked again, where it said so. */
  retryAfter: number;
}

export interface Clients {
  /** For what every service has. */
  client: Client;
  /** For what is beyond that: nobody waits long for it. */
  brief: Client;
}

/** Milliseconds until a service that does not tell its segments is asked whether that is all it does not do. */
const SUSPICIOUS = 2_500;

/**
 * Finds out what the service can do: another Roster says so in its OpenAPI document; any other is tried. Nothing that
 * only some services have takes away what all of them have: where it does not tell, it is as it was before.
 *
 * @returns The error where the service is not there, or does not take the token.
 * @throws The signal's reason.
 */
export async function discover(
  { client, brief }: Clients,
  known: Known,
  signal?: AbortSignal,
): Promise<Discovered | { error: ApiError }> {
  // The one operation that reads and that every service has.
  const answer = client.call('listSegments', { signal });
  // It may be given up before it fails.
  answer.catch(() => {});
  const soon = await within(SUSPICIOUS, answer);
  if (soon && !soon.ok && !mayBeAlone(soon.error)) return { error: soon.error };
  const survey = new Survey(brief, known, signal);
  const abilities = (await survey.described()) ?? (await survey.tried());
  const segments = survey.hasSpoken ? await within(SUSPICIOUS, answer) : await answer;
  const error = segments ? (segments.ok ? null : segments.error) : SEGMENTS_UNTOLD;
  if (error && (!mayBeAlone(error) || (!survey.hasSpoken && !isScope(error)))) return { error };
  const { organizationId, retryAfter } = survey;
  const isLess = [...(known.abilities?.operations ?? [])].some((name) => !abilities.operations.has(name));
  return {
    abilities: error ? abilities : abilities.without(known.lost),
    segmentsError: error,
    organizationId,
    inDoubt: survey.inDoubt || isLess || error?.late === true,
    retryAfter,
  };
}

interface Described {
  operationId?: string;
  parameters?: { name?: string }[];
}

/** What a copy would not notice. */
const BEYOND_A_COPY: OperationName[] = [
  'upsertContacts',
  'createBulkChange',
  'listBulkChanges',
  'getBulkChange',
  'runBulkChange',
  'cancelBulkChange',
  'undoBulkChange',
  'listTrash',
  'restoreContacts',
  'purgeContacts',
  'listDeletedSegments',
  'restoreSegment',
  'loadSampleData',
];

/** Asks for what only some services have. */
class Survey {
  organizationId: string | undefined;
  /** Whether anything of what came was the service's own word. */
  hasSpoken = false;
  inDoubt = false;
  retryAfter = 0;

  constructor(
    private readonly client: Client,
    private readonly known: Known,
    private readonly signal: AbortSignal | undefined,
  ) {}

  /** What a Roster's own document says, as far as the token's scopes go; `null` when there is none, or another one's. */
  async described(): Promise<Abilities | null> {
    const document = await this.client.read('/openapi.json', this.signal);
    const wasRoster = this.known.abilities?.searches ? this.known.abilities : null;
    if (document.ok && !isDescription(document.body)) return null;
    if (this.tellsNothing(document)) return wasRoster;
    // One that it has no such document any more would say so itself.
    if (!document.ok) return document.error.said ? null : wasRoster;
    const { paths } = document.body as { paths: Record<string, Record<string, Described> | undefined> };
    const describes = (name: OperationName) => {
      const { method, path } = operations[name];
      const described = paths[path]?.[method.toLowerCase()];
      return described?.operationId === name ? described : undefined;
    };
    if (!describes('getOrganization')) return null;
    const organization = await this.client.call('getOrganization', { signal: this.signal });
    if (this.tellsNothing(organization)) return wasRoster;
    if (!organization.ok) return null;
    const { id, scopes } = organization.data;
    this.organizationId = id;
    const allows = (name: OperationName) => {
      return operations[name].scopes.every((scope) => scopes.includes(scope));
    };
    const parameters = new Set(describes('listContacts')?.parameters?.map((parameter) => parameter.name));
    const searches =
      (['listContacts', 'getContact'] as const).every((name) => describes(name) && allows(name)) &&
      ['search', 'segmentId', 'segmentMatch', 'sort', 'cursor', 'countLimit'].every((name) =>
        parameters.has(name),
      );
    const has = operationNames.filter(
      (name) => describes(name) && (searches || !BEYOND_A_COPY.includes(name)),
    );
    return new Abilities(new Set(has.filter(allows)), searches, new Set(has.filter((name) => !allows(name))));
  }

  /** What every service can do, and whether it lists contacts and tells of a single one. */
  async tried(): Promise<Abilities> {
    const { client, signal } = this;
    const query = new URLSearchParams({ page: '1', pageSize: '1' });
    const list = await client.call('listContacts', { query, signal });
    const found = new Set<OperationName>(Abilities.published.operations);
    // A list that it had may be broken: that is said where it is read.
    const isBroken = !list.ok && list.error.code === 'BAD_RESPONSE' && list.error.status < 300;
    if (this.tellsNothing(list) || isBroken ? this.knewOf('listContacts') : list.ok)
      found.add('listContacts');
    const first = list.ok ? list.data[0] : undefined;
    this.organizationId = first?.organizationId;
    if (await this.gets(first?.id)) found.add('getContact');
    return new Abilities(found, false);
  }

  /**
   * Whether `GET /contacts/{id}` is there. A contact that is there decides it; without one, whether a missing contact is
   * answered in another way than a missing path.
   */
  private async gets(listedId: string | undefined): Promise<boolean> {
    const { client, signal } = this;
    const id = listedId ?? this.known.contactId ?? crypto.randomUUID();
    const got = await client.call('getContact', { id, signal });
    if (got.ok || this.tellsNothing(got)) return got.ok || this.knewOf('getContact');
    if (!isMissing(got.error) || listedId) return false;
    const nowhere = await client.read(`/contacts/${crypto.randomUUID()}/nothing`, signal);
    if (nowhere.ok || this.tellsNothing(nowhere) || nowhere.error.message === got.error.message)
      return this.knewOf('getContact');
    return true;
  }

  private knewOf(name: OperationName): boolean {
    return this.known.abilities?.operations.has(name) ?? false;
  }

  /** Takes note of an answer: whether it says nothing about what the service can do. */
  private tellsNothing(result: { ok: true } | { ok: false; error: ApiError }): boolean {
    if (result.ok) {
      this.hasSpoken = true;
      return false;
    }
    const { status, said, retryAfter = 0 } = result.error;
    // A path that is not there may be refused like that, whoever asks.
    if (said && status !== 401) this.hasSpoken = true;
    if (![0, 408, 429].includes(status) && (status < 500 || status === 501)) return false;
    this.inDoubt = true;
    this.retryAfter = Math.max(this.retryAfter, retryAfter);
    return true;
  }
}

/** Whether it describes an API at all: something on the way may answer any path with JSON. */
const isDescription = (body: unknown) =>
  typeof body === 'object' &&
  body !== null &&
  'paths' in body &&
  typeof body.paths === 'object' &&
  body.paths !== null;

/** That they took longer than anybody waits; they may come yet. */
export const SEGMENTS_UNTOLD: ApiError = {
  ...failure('NETWORK', 0, 'The contacts service did not tell its segments in time.'),
  late: true,
};

/** Whether it may be this one operation that does not work, and no other. */
const mayBeAlone = (error: ApiError) =>
  error.late === true ||
  error.status === 500 ||
  error.status === 403 ||
  (error.code === 'BAD_RESPONSE' && error.status < 300);

/** Whether the token has not the scope that it takes. */
const isScope = ({ status, said }: ApiError) => status === 403 && said === true;
