import type { ApiError, Client } from '@/lib/client/client';
import type { Operation } from '@/lib/contract/operation';
import { type OperationName, operations } from '@/lib/contract/operations';

/** What a remote service can do with the token that it was given. */
export class Abilities {
  constructor(
    readonly operations: ReadonlySet<OperationName>,
    /** Whether its list of contacts can be searched, filtered and sorted: then no copy is needed. */
    readonly searches: boolean,
  ) {}

  /** What every service has that speaks the interface. */
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
    return [...this.operations, ...(this.searches ? [SEARCH] : [])].sort();
  }

  static fromList(list: string[]): Abilities {
    return new Abilities(
      new Set(operationNames.filter((name) => list.includes(name))),
      list.includes(SEARCH),
    );
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
    ] as const);
  }
}

const SEARCH = 'search';
const operationNames = Object.keys(operations) as OperationName[];

interface Discovered {
  abilities: Abilities;
  /** The service's own organization that the token is of; `undefined` where nothing told. */
  organizationId: string | undefined;
}

/**
 * Finds out what the service can do: another Roster says so in its OpenAPI document; any other is tried.
 *
 * @param knownId Of some contact that the service should have.
 * @throws The signal's reason.
 */
export async function discover(
  client: Client,
  knownId: string | null,
  signal?: AbortSignal,
): Promise<Discovered | { error: ApiError }> {
  // The one operation that reads and that every service has: without it nothing can be said.
  const segments = await client.call('listSegments', { signal });
  if (!segments.ok && segments.error.status !== 403) return { error: segments.error };

  const document = await client.read('/openapi.json', signal);
  if (!document.ok && isTrouble(document.error)) return { error: document.error };
  if (document.ok) {
    const described = await describedBy(client, document.body, signal);
    if (described) return described;
  }

  const found = new Set<OperationName>(Abilities.published.operations);
  const list = await client.call('listContacts', {
    query: new URLSearchParams({ page: '1', pageSize: '1' }),
    signal,
  });
  if (list.ok) found.add('listContacts');
  else if (isTrouble(list.error)) return { error: list.error };
  const gets = await canGet(client, list.ok ? (list.data[0]?.id ?? knownId) : knownId, signal);
  if (typeof gets === 'object') return gets;
  if (gets) found.add('getContact');
  return {
    abilities: new Abilities(found, false),
    organizationId: list.ok ? list.data[0]?.organizationId : undefined,
  };
}

/** What a Roster's own document says, as far as the token's scopes go; `null` when it is another one's document. */
async function describedBy(
  client: Client,
  body: unknown,
  signal?: AbortSignal,
): Promise<Discovered | { error: ApiError } | null> {
  const { paths } = (body ?? {}) as { paths?: Record<string, Record<string, Described> | undefined> };
  if (typeof paths !== 'object' || paths === null) return null;
  const describes = (name: OperationName) => {
    const { method, path } = operations[name];
    const described = paths[path]?.[method.toLowerCase()];
    return described?.operationId === name ? described : undefined;
  };
  if (!describes('getOrganization')) return null;
  const organization = await client.call('getOrganization', { signal });
  if (!organization.ok) return { error: organization.error };
  const { scopes } = organization.data;
  const found = operationNames.filter((name) => {
    const { scope }: Operation = operations[name];
    return describes(name) && (!scope || scopes.includes(scope));
  });
  const parameters = new Set(describes('listContacts')?.parameters?.map(({ name }) => name));
  const searches =
    found.includes('listContacts') &&
    found.includes('getContact') &&
    ['search', 'segmentId', 'sort', 'cursor'].every((name) => parameters.has(name));
  // A copy would not notice what these do.
  const unseen: OperationName[] = searches
    ? []
    : [
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
  return {
    abilities: new Abilities(new Set(found.filter((name) => !unseen.includes(name))), searches),
    organizationId: organization.data.id,
  };
}

interface Described {
  operationId?: string;
  parameters?: { name?: string }[];
}

/**
 * Whether `GET /contacts/{id}` is there. A contact that is there decides it; without one, whether a missing contact is
 * answered in another way than a missing path.
 */
async function canGet(
  client: Client,
  knownId: string | null,
  signal?: AbortSignal,
): Promise<boolean | { error: ApiError }> {
  const got = await client.call('getContact', { id: knownId ?? crypto.randomUUID(), signal });
  if (got.ok) return true;
  if (isTrouble(got.error)) return { error: got.error };
  if (knownId || got.error.status !== 404 || /path|route|endpoint|cannot get/i.test(got.error.message))
    return false;
  const nowhere = await client.read(`/contacts/${crypto.randomUUID()}/nothing`, signal);
  return !nowhere.ok && nowhere.error.message !== got.error.message;
}

/** Whether an error says nothing about what the service can do. */
const isTrouble = ({ status }: ApiError) =>
  [0, 401, 408, 429].includes(status) || (status >= 500 && status !== 501);
