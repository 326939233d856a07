import { type OperationName, operations } from '@/lib/contract/operations';
import type { RemoteError } from './client/api-error';
import type { HttpClient } from './client/http-client';

/** The detected kind of a connected service. */
export type Service =
  /** Another Roster, with the operations its token allows. */
  | { kind: 'roster'; operations: OperationName[] }
  /** A service with `GET /contacts`. `canGet`: whether it has `GET /contacts/{id}`; `null` while its list is empty. */
  | { kind: 'list'; canGet: boolean | null }
  /** Exactly the five operations; `reason` says why no list was found. */
  | { kind: 'five'; reason: string };

/** The operations of the published interface. */
export const published: readonly OperationName[] = [
  'upsertContact',
  'updateContact',
  'deleteContact',
  'deleteContacts',
  'listSegments',
];

/** `organizationId`: the service's own, if known. */
type Detection = { service: Service; organizationId: string | null } | { error: RemoteError };

/**
 * Detects the kind of a service. Sends GET requests only. Returns an error if the service is unavailable, rejects the
 * token or gave no conclusive response; the known kind then stays.
 */
export async function detectKind(
  client: HttpClient,
  known: Service | null,
  signal?: AbortSignal,
): Promise<Detection> {
  const segments = await client.call('listSegments', {}, signal);
  if (!segments.ok && leavesOpen(segments.error)) return segments;

  const document = await client.read('/openapi.json', signal);
  if (!document.ok && leavesOpen(document.error)) return document;
  const described = document.ok ? findOperations(document.body) : [];
  if (described.includes('getOrganization')) {
    const organization = await client.call('getOrganization', {}, signal);
    if (!organization.ok) return organization;
    const { id, scopes } = organization.data;
    const allowed = described.filter((name) => operations[name].scopes.every((one) => scopes.includes(one)));
    return { service: { kind: 'roster', operations: allowed }, organizationId: id };
  }
  if (!segments.ok) return segments;

  const query = new URLSearchParams({ page: '1', pageSize: '1' });
  const list = await client.call('listContacts', { query }, signal);
  if (!list.ok) {
    if (leavesOpen(list.error)) return list;
    // There is a list; the sync reports what is wrong with it.
    if (list.error.status < 300) return { service: { kind: 'list', canGet: null }, organizationId: null };
    const reason = `GET /contacts answered ${list.error.status}.`;
    return { service: { kind: 'five', reason }, organizationId: null };
  }
  const [first] = list.data;
  const knew = known?.kind === 'list' ? known.canGet : null;
  if (!first) return { service: { kind: 'list', canGet: knew }, organizationId: null };
  const got = await client.call('getContact', { id: first.id }, signal);
  // Once `canGet` is known, only a missing route ends it: after a 400, updates must still be compared with the latest version.
  const canGet = got.ok || (knew === true && ![404, 405, 501].includes(got.error.status));
  return { service: { kind: 'list', canGet }, organizationId: first.organizationId };
}

/** Whether the error is inconclusive. */
const leavesOpen = ({ status }: RemoteError) =>
  [0, 401, 408, 429].includes(status) || (status >= 500 && status !== 501);

/** Operations of this API that an OpenAPI document contains, with the same path, method and `operationId`. */
function findOperations(body: unknown): OperationName[] {
  const { paths } = (body ?? {}) as { paths?: Record<string, Record<string, { operationId?: string }>> };
  return (Object.keys(operations) as OperationName[]).filter((name) => {
    const { method, path } = operations[name];
    return paths?.[path]?.[method.toLowerCase()]?.operationId === name;
  });
}
