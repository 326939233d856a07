import type { Answer } from '@/app/server/route-handler';
import { serviceView } from '@/app/server/service-view';
import type { SignedIn } from '@/app/server/session';
import type { CallInput, Success } from '@/lib/call';
import type { Operation } from '@/lib/contract/operation';
import { type OperationName, operations } from '@/lib/contract/operations';
import { uuid } from '@/lib/contract/text';
import { runtime } from '@/lib/runtime';
import type { Permission } from '@/lib/staff/roles';
import type { Staff, StaffMember } from '@/lib/staff/staff';

interface Asked extends SignedIn {
  /** From the path; blank if it has none. */
  id: string;
  query: URLSearchParams;
  signal: AbortSignal | undefined;
}

type Read = (asked: Asked) => Promise<Answer>;

/** Reads of the console, by path, with the permission they need. */
export const reads: Record<string, [Permission, Read]> = {
  '/data/activity': ['activity:read', api('listActivity')],
  '/data/activity/actors': ['activity:read', api('listActors')],
  '/data/activity/export': ['activity:read', api('exportActivity')],
  '/data/bulk-changes': ['contacts:read', api('listBulkChanges')],
  '/data/bulk-changes/latest': ['contacts:read', latestBulkChanges],
  '/data/connection': ['contacts:read', async () => ({ ok: true, data: await serviceView() })],
  '/data/contacts': ['contacts:read', api('listContacts')],
  '/data/contacts/[id]': ['contacts:read', contactWithVersion],
  '/data/contacts/[id]/export': ['activity:read', contactFile],
  '/data/contacts/[id]/redemptions': ['contacts:read', api('listRedemptions')],
  '/data/deleted-segments': ['segments:read', api('listDeletedSegments')],
  '/data/export': ['contacts:read', api('exportContacts')],
  '/data/exports': ['contacts:read', api('listExports')],
  '/data/exports/[id]': ['contacts:read', api('downloadExport')],
  '/data/imports': ['contacts:read', api('listImports')],
  '/data/imports/[id]': ['contacts:read', api('getImport')],
  '/data/imports/[id]/rejected': ['contacts:read', api('downloadRejectedRows')],
  '/data/imports/[id]/rows': ['contacts:read', api('listImportRows')],
  '/data/imports/[id]/undo': ['contacts:read', api('getImportUndoPlan')],
  '/data/last-seen': ['contacts:read', lastSeen],
  '/data/logo': ['profile:manage', logo],
  '/data/referral-codes': ['contacts:read', api('listReferralCodes')],
  '/data/referral-codes/[id]/redemptions': ['contacts:read', api('listCodeRedemptions')],
  '/data/segments': ['segments:read', api('listSegments')],
  '/data/sessions': ['profile:manage', ofStaff((staff, by) => staff.openSessions(by))],
  '/data/team': ['staff:manage', ofStaff((staff, by) => staff.team(by))],
  '/data/tokens': ['tokens:manage', api('listTokens')],
  '/data/trash': ['contacts:read', api('listTrash')],
  '/data/views': ['contacts:read', ofStaff((staff, by) => staff.savedViews(by))],
};

/** Finds the read for a path such as `/data/contacts/…/redemptions`. */
export function readAt(path: string): { permission: Permission; read: Read; id: string } | null {
  const parts = path.split('/');
  for (const [pattern, [permission, read]] of Object.entries(reads)) {
    const wanted = pattern.split('/');
    if (wanted.length === parts.length && wanted.every((part, at) => part === '[id]' || part === parts[at]))
      return { permission, read, id: parts[wanted.indexOf('[id]')] ?? '' };
  }
  return null;
}

/** Calls an operation of the API with the same query; streams files. */
export function api(name: OperationName): Read {
  const operation: Operation = operations[name];
  return async ({ call, id, query, signal }) => {
    const result = await call(name, { ...(id && { id }), query } as CallInput<typeof name>, { signal });
    if (!operation.download || !result.ok) return result;
    const { body, name: fileName, type } = (result as Success<'exportContacts'>).data;
    const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`;
    return new Response(body, { headers: { 'Content-Type': type, 'Content-Disposition': disposition } });
  };
}

function ofStaff(read: (staff: Staff, by: StaffMember) => Promise<unknown>): Read {
  return async ({ staff }) => ({ ok: true, data: await read(runtime().staff, staff) });
}

async function contactWithVersion({ call, id, signal }: Asked): Promise<Answer> {
  const result = await call('getContact', { id }, { signal });
  return result.ok ? { ok: true, data: { contact: result.data, etag: result.etag } } : result;
}

/** Everything about a contact as one JSON file. */
async function contactFile({ call, id, signal }: Asked): Promise<Answer> {
  const result = await call('exportContact', { id }, { signal });
  if (!result.ok) return result;
  return new Response(JSON.stringify(result.data, null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="contact ${id}.json"`,
    },
  });
}

/** The latest bulk changes, and all that are running. */
async function latestBulkChanges({ call, signal }: Asked): Promise<Answer> {
  const [latest, underWay] = await Promise.all([
    call('listBulkChanges', {}, { signal }),
    call('listBulkChanges', { query: { underWay: 'true' } }, { signal }),
  ]);
  if (!latest.ok) return latest;
  const known = new Set(latest.data.map(({ id }) => id));
  const older = underWay.ok ? underWay.data.filter(({ id }) => !known.has(id)) : [];
  return { ok: true, data: [...latest.data, ...older] };
}

/** When the contacts in `id` (repeatable, as many as on a page) were last seen. */
async function lastSeen({ query }: Asked): Promise<Answer> {
  const ids = query.getAll('id').filter((id) => uuid.safeParse(id).success);
  return { ok: true, data: (await runtime().connection()?.lastSeen(ids.slice(0, 100))) ?? {} };
}

/** Its address changes with it. */
async function logo({ staff, query }: Asked): Promise<Answer> {
  const png = await runtime().staff.logo(staff, query.get('version') ?? '');
  if (!png) return new Response(null, { status: 404 });
  const headers = { 'Content-Type': 'image/png', 'Cache-Control': 'private, max-age=31536000, immutable' };
  return new Response(png, { headers });
}
