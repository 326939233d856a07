import type { OperationName } from '@/lib/contract/operations';
import { pageMeta } from '@/lib/contract/page';
import { segment } from '@/lib/contract/segment';
import { stripBidiControls } from '@/lib/contract/strip-bidi-controls';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Brings the answer of somebody else's service into the form of the contract, where the published interface leaves it
 * a choice: values that are left out, blank or null, ids in capitals, times in other spellings of ISO 8601, no
 * `totalIsExact` and no cursors in `meta`, and no sense in its numbers. What it cannot make sense of stays as it is; the contract refuses it.
 */
export function tolerate(name: OperationName, body: Json): Json {
  switch (name) {
    case 'listContacts':
      return { data: each(body.data, toleratedContact), meta: toleratedMeta(body.meta, body.data) };
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
  const title = typeof value.title === 'string' ? stripBidiControls(value.title) : '';
  const color = typeof value.color === 'string' ? value.color.trim().toLowerCase() : '';
  const { contactCount, createdAt } = segment.shape;
  return {
    id,
    // Contacts are assigned to it all the same.
    title: title.trim() ? title : `Segment ${String(id)}`,
    color: /^#[0-9a-f]{6}$/.test(color) ? color : null,
    // Only another Roster has these; a stranger may mean anything by them.
    contactCount: contactCount.safeParse(value.contactCount).data,
    createdAt: createdAt.safeParse(value.createdAt).data,
  };
}

/**
 * Numbers may be written as texts. One that is none is left out of account: of the total is then known only what the pages
 * up to this one have, and whether there is another page, that page tells. The cursors are not of the published interface;
 * a stranger may mean anything by them.
 */
function toleratedMeta(given: unknown, data: unknown): unknown {
  // Without `meta` nothing is counted, and the list ends where a page brings nothing new.
  const meta = isObject(given) ? given : {};
  const { totalIsExact, nextCursor, previousCursor } = pageMeta.shape;
  const count = Array.isArray(data) ? data.length : 0;
  const page = wholeNumber(meta.page) || 1;
  const pageSize = wholeNumber(meta.pageSize) || Math.max(1, count);
  const total = wholeNumber(meta.total);
  const pages = total === undefined ? page + Math.min(1, count) : Math.ceil(total / pageSize);
  return {
    ...meta,
    page,
    // A list may come whole, however little of it is asked for.
    pageSize: Math.min(pageSize, MOST_ON_PAGE),
    total: total ?? (page - 1) * pageSize + count,
    totalPages: wholeNumber(meta.totalPages) ?? pages,
    totalIsExact: total !== undefined && (totalIsExact.safeParse(meta.totalIsExact).data ?? true),
    nextCursor: nextCursor.safeParse(meta.nextCursor).data ?? null,
    previousCursor: previousCursor.safeParse(meta.previousCursor).data ?? null,
  };
}

/** As many contacts as a page of the contract has. */
const MOST_ON_PAGE = 100;

function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

const lowerCase = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value);

const AS_IN_CONTRACT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** ISO 8601 as it is written, PostgreSQL's way included: with a blank for the `T`, and a zone in hours. */
const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)(?:Z|([+-]\d\d)(?::?(\d\d))?)?$/i;

/** To the millisecond and in UTC; a time that names no zone is in UTC, as the interface says. */
function toleratedTime(value: unknown): unknown {
  // Lists have several for each contact, and most services write them so.
  if (typeof value !== 'string' || AS_IN_CONTRACT.test(value)) return value;
  const [, day, clock = '', hours, minutes = '00'] = TIME.exec(value) ?? [];
  const zone = hours ? `${hours}:${minutes}` : 'Z';
  const time = Date.parse(`${day}T${clock.replace(',', '.')}${zone}`);
  return Number.isNaN(time) ? value : new Date(time).toISOString();
}
