import type { OperationName } from '@/lib/contract/operations';
import { pageMeta } from '@/lib/contract/page';
import { segment } from '@/lib/contract/segment';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Brings the answer of somebody else's service into the form of the contract, where the published interface leaves it
 * a choice: values that are left out, blank or null, ids in capitals, times in other spellings of ISO 8601, no
 * `totalIsExact` and no cursors in `meta`. What it cannot make sense of stays as it is; the contract refuses it.
 */
export function tolerate(name: OperationName, body: Json): Json {
  switch (name) {
    case 'listContacts':
      return { data: each(body.data, toleratedContact), meta: toleratedMeta(body.meta) };
    case 'upsertContact':
    case 'getContact':
    case 'updateContact':
    case 'deleteContact':
      return { ...body, data: toleratedContact(body.data) };
    case 'listSegments':
      return { ...body, data: each(body.data, toleratedSegment) };
    default:
      return body;
  }
}

const each = (value: unknown, change: (one: unknown) => unknown) =>
  Array.isArray(value) ? value.map(change) : value;

function toleratedContact(value: unknown): unknown {
  if (!isObject(value)) return value;
  const details = Object.entries(isObject(value.contact) ? value.contact : {});
  const segments = each(value.segments ?? [], (one) =>
    isObject(one)
      ? { ...one, segmentId: lowerCase(one.segmentId), assignedAt: toleratedTime(one.assignedAt) }
      : one,
  );
  return {
    ...value,
    id: lowerCase(value.id),
    email: value.email || null,
    phone: value.phone || null,
    contact: Object.fromEntries(details.filter(([, detail]) => detail !== null && detail !== '')),
    segments,
    organizationId: lowerCase(value.organizationId),
    createdAt: toleratedTime(value.createdAt),
    updatedAt: toleratedTime(value.updatedAt),
  };
}

function toleratedSegment(value: unknown): unknown {
  if (!isObject(value)) return value;
  const id = lowerCase(value.id);
  const color = typeof value.color === 'string' ? value.color.trim().toLowerCase() : '';
  const { contactCount, createdAt } = segment.shape;
  return {
    id,
    // Contacts are assigned to it all the same.
    title: typeof value.title === 'string' && value.title.trim() ? value.title : `Segment ${String(id)}`,
    color: /^#[0-9a-f]{6}$/.test(color) ? color : null,
    // Only another Roster has these; a stranger may mean anything by them.
    contactCount: contactCount.safeParse(value.contactCount).data,
    createdAt: createdAt.safeParse(value.createdAt).data,
  };
}

/** Of the published interface are the others; a stranger may mean anything by these. */
function toleratedMeta(meta: unknown): unknown {
  if (!isObject(meta)) return meta;
  const { totalIsExact, nextCursor, previousCursor } = pageMeta.shape;
  return {
    ...meta,
    totalIsExact: totalIsExact.safeParse(meta.totalIsExact).data ?? true,
    nextCursor: nextCursor.safeParse(meta.nextCursor).data ?? null,
    previousCursor: previousCursor.safeParse(meta.previousCursor).data ?? null,
  };
}

const lowerCase = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value);

const AS_IN_CONTRACT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** To the millisecond and in UTC; a time that names no zone is in UTC, as the interface says. */
function toleratedTime(value: unknown): unknown {
  // Lists have several for each contact, and most services write them so.
  if (typeof value === 'string' && AS_IN_CONTRACT.test(value)) return value;
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value)) return value;
  const time = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`);
  return Number.isNaN(time) ? value : new Date(time).toISOString();
}
