import type { ApiError } from '@/lib/client/api-error';
import type { Client } from '@/lib/client/client';
import { type OperationName, operations } from '@/lib/contract/operations';

/** What a connected service turned out to be. */
export type Service =
  /** Another Roster: it does everything itself that its token may do. */
  | { kind: 'roster'; operations: OperationName[] }
  /** It has `GET /contacts`. `canGet`: and `GET /contacts/{id}`; null as long as its list is empty. */
  | { kind: 'list'; canGet: boolean | null }
  /** Exactly the five operations; `reason` says why it is not known to have a list. */
  | { kind: 'five'; reason: string };

/** The operations of the published interface. */
export const published: readonly OperationName[] = [
  'upsertContact',
  'updateContact',
  'deleteContact',
  'deleteContacts',
  'listSegments',
];

/** `organizationId`: the service's own, where a contact told. */
export type Detection = { service: Service; organizationId: string | null } | { error: ApiError };

/**
 * Finds out what kind of service it is. Sends GET requests only.
 *
 * @returns The error where the service is not there, refuses the token, or left a question open: then what is known of it
 *   stays as it is.
 */
export async function detectKind(
  client: Client,
  known: Service | null,
  signal?: AbortSignal,
): Promise<Detection> {
  const segments = await client.call('listSegments', { signal });
  if (!segments.ok && leavesOpen(segments.error)) return segments;

  const document = await client.read('/openapi.json', signal);
  if (!document.ok && leavesOpen(document.error)) return document;
  const described = document.ok ? operationsIn(document.body) : [];
  if (described.includes('getOrganization')) {
    const organization = await client.call('getOrganization', { signal });
    if (!organization.ok) return organization;
    const { id, scopes } = organization.data;
    const allowed = described.filter((name) => operations[name].scopes.every((one) => scopes.includes(one)));
    return { service: { kind: 'roster', operations: allowed }, organizationId: id };
  }
  if (!segments.ok) return segments;

  const query = new URLSearchParams({ page: '1', pageSize: '1' });
  const list = await client.call('listContacts', { query, signal });
  if (!list.ok) {
    if (leavesOpen(list.error)) return list;
    // Something is there; what is wrong with it is told by the synchronization.
    if (list.error.status < 300) return { service: { kind: 'list', canGet: null }, organizationId: null };
    const reason = `GET /contacts answered ${list.error.status}.`;
    return { service: { kind: 'five', reason }, organizationId: null };
  }
  const [first] = list.data;
  const knew = known?.kind === 'list' ? known.canGet : null;
  if (!first) return { service: { kind: 'list', canGet: knew }, organizationId: null };
  const got = await client.call('getContact', { id: first.id, signal });
  // Only an answer that there is no such path ends what was there: after a 400 edits are still compared with the latest.
  const canGet = got.ok || (knew === true && ![404, 405, 501].includes(got.error.status));
  return { service: { kind: 'list', canGet }, organizationId: first.organizationId };
}

/** Whether the answer says nothing about what the service has. */
const leavesOpen = ({ status }: ApiError) =>
  [0, 401, 408, 429].includes(status) || (status >= 500 && status !== 501);

/** The operations of this API that an OpenAPI document describes by their names. */
function operationsIn(body: unknown): OperationName[] {
  const { paths } = (body ?? {}) as { paths?: Record<string, Record<string, { operationId?: string }>> };
  return (Object.keys(operations) as OperationName[]).filter((name) => {
    const { method, path } = operations[name];
    return paths?.[path]?.[method.toLowerCase()]?.operationId === name;
  });
}
