import type { FileName, OwnReads, ReadName } from '@/components/hooks/console-operations';
import type { Reply } from '@/components/hooks/reply';
import type { CallInput, Refusal, Success } from '@/lib/call';
import type { Operation } from '@/lib/contract/operation';
import { operations } from '@/lib/contract/operations';
import { uuid } from '@/lib/contract/text';
import { runtime } from '@/lib/runtime';
import type { ActionResult } from './action';
import { parseBody } from './guard';
import { readPermissions } from './permissions';
import { describeService } from './service-view';
import type { SignedIn } from './session';

export type ServedName = ReadName | FileName | 'logo';

/** Id, query and body of a read, as the browser sent them. */
export interface ReadInput {
  id?: string;
  query: URLSearchParams;
  body?: unknown;
  signal?: AbortSignal;
}

export type ReadResult = Response | ({ ok: true } & Reply) | Refusal;

export const isServed = (name: string): name is ServedName => Object.hasOwn(readPermissions, name);

const getOperation = (name: ServedName) => (operations as Record<string, Operation>)[name];

/** Whether a read takes a JSON body. */
export const takesBody = (name: ServedName): boolean => getOperation(name)?.body !== undefined;

/**
 * HTTP methods of a read or a file: only POST with a JSON body, else GET. Files with a query also allow POST by a form,
 * because thousands of ids do not fit into a URL.
 */
export function getMethods(name: ServedName): readonly string[] {
  const { download, query } = getOperation(name) ?? {};
  return takesBody(name) ? ['POST'] : download && query ? ['GET', 'POST'] : ['GET'];
}

/** Reads or downloads by name, from the API or by one of the console's `own` reads. The caller has checked the permission. */
export async function read(name: ServedName, asked: ReadInput, signedIn: SignedIn): Promise<ReadResult> {
  if (name === 'logo') return serveLogo(asked, signedIn);
  if (isOwn(name)) return own[name](asked, signedIn);
  const operation: Operation = operations[name];
  const { signal, ...sent } = asked;
  const parsed = parseBody(operation, sent.body);
  if (!parsed.ok) return parsed;
  const input = { ...sent, body: parsed.data } as CallInput<typeof name>;
  const result = await signedIn.call(name, input, { signal });
  if (!result.ok) return result;
  if (name === 'exportContact') return toJsonFileResponse(`contact ${asked.id}.json`, result.data);
  if (operation.download) return toFileResponse(result);
  const { data, meta, etag } = result;
  return { ok: true, data, ...(operation.meta && { meta }), ...(operation.tagged && { etag }) };
}

type Own = {
  [N in keyof OwnReads]: (asked: ReadInput, signedIn: SignedIn) => Promise<ActionResult<OwnReads[N]>>;
};

const found = async <T>(data: T | Promise<T>) => ({ ok: true as const, data: await data });

/** The console's own reads. */
const own: Own = {
  getService: (_, { staff }) => found(describeService(staff)),
  // By contact id; `{}` without a connected service. Ignores invalid ids and all after the first 100.
  listLastSeen: async ({ query }) => {
    const ids = query.getAll('contactId').filter((id) => uuid.safeParse(id).success);
    return found((await runtime().connection()?.lastSeen(ids.slice(0, 100))) ?? {});
  },
  // Includes older ones that are still under way.
  listLatestBulkChanges: async ({ signal }, { call }) => {
    const [latest, underWay] = await Promise.all([
      call('listBulkChanges', {}, { signal }),
      call('listBulkChanges', { query: { underWay: 'true' } }, { signal }),
    ]);
    if (!latest.ok) return latest;
    const known = new Set(latest.data.map(({ id }) => id));
    const older = underWay.ok ? underWay.data.filter(({ id }) => !known.has(id)) : [];
    return found([...latest.data, ...older]);
  },
  listSavedViews: (_, { staff }) => found(runtime().staff.savedViews(staff)),
  listSessions: (_, { staff }) => found(runtime().staff.openSessions(staff)),
  listTeam: (_, { staff }) => found(runtime().staff.team(staff)),
};

const isOwn = (name: ServedName): name is keyof OwnReads => Object.hasOwn(own, name);

/** Converts the file of an operation to a download. */
function toFileResponse({ data: { body, name, type } }: Success<'exportContacts'>): Response {
  const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
  return new Response(body, { headers: { 'Content-Type': type, 'Content-Disposition': disposition } });
}

/** Converts data to a download of a JSON file. */
function toJsonFileResponse(name: string, data: unknown): Response {
  return new Response(JSON.stringify(data, null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  });
}

/** Serves the logo of the given `version`; 404 if there is none. Cached forever, because a new logo has a new URL. */
async function serveLogo({ query }: ReadInput, { staff }: SignedIn): Promise<Response> {
  const png = await runtime().staff.logo(staff, query.get('version') ?? '');
  if (!png) return new Response(null, { status: 404 });
  const headers = { 'Content-Type': 'image/png', 'Cache-Control': 'private, max-age=31536000, immutable' };
  return new Response(png, { headers });
}
