import { contact } from '@/lib/contract/contact';
import type { OperationName } from '@/lib/contract/operations';
import { pageMeta } from '@/lib/contract/page';
import { segment } from '@/lib/contract/segment';
import { stripBidiControls } from '@/lib/contract/strip-bidi-controls';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Normalizes a connected service's response where the interface leaves a choice: absent, blank or null values,
 * ids in capitals, ISO 8601 variants, incomplete `meta`. Anything else stays as it is and fails the contract.
 */
export function normalize(name: OperationName, body: Json): Json {
  switch (name) {
    case 'listContacts':
      return { data: each(body.data, normalizeContact), meta: normalizeMeta(body.meta, body.data) };
    case 'upsertContact':
    case 'getContact':
    case 'updateContact':
    case 'deleteContact':
      return { ...body, data: normalizeContact(body.data) };
    case 'listSegments':
      return { ...body, data: each(body.data, normalizeSegment) };
    default:
      return body;
  }
}

const isText = (value: unknown) => typeof value === 'string';

const each = (value: unknown, change: (one: unknown) => unknown) =>
  Array.isArray(value) ? value.map(change) : value;

/**
 * Completes a contact of another service: blank values become null or absent, ids lower case, times UTC. It is not updated
 * before its creation.
 */
function normalizeContact(value: unknown): unknown {
  if (!isObject(value)) return value;
  const details = Object.entries(isObject(value.contact) ? value.contact : {});
  const segments = each(value.segments ?? [], (one) =>
    isObject(one)
      ? { ...one, segmentId: lowerCase(one.segmentId), assignedAt: normalizeTime(one.assignedAt) }
      : one,
  );
  const [createdAt, updatedAt] = [normalizeTime(value.createdAt), normalizeTime(value.updatedAt)];
  const { fields, doNotContact } = contact.shape;
  return {
    ...value,
    // Only a Roster defines these; other services may use the names differently.
    fields: fields.safeParse(value.fields).data,
    doNotContact: doNotContact.safeParse(value.doNotContact).data,
    id: lowerCase(value.id),
    email: value.email || null,
    phone: value.phone || null,
    contact: Object.fromEntries(details.filter(([, detail]) => detail !== null && detail !== '')),
    segments,
    organizationId: lowerCase(value.organizationId),
    createdAt,
    // Lists assume that no contact is updated before its creation, but clocks of a service may differ.
    updatedAt: isText(createdAt) && isText(updatedAt) && createdAt > updatedAt ? createdAt : updatedAt,
  };
}

/** Completes a segment of another service: without a title it becomes `Segment <id>`, and an invalid color becomes null. */
function normalizeSegment(value: unknown): unknown {
  if (!isObject(value)) return value;
  const id = lowerCase(value.id);
  const title = typeof value.title === 'string' ? stripBidiControls(value.title) : '';
  const color = typeof value.color === 'string' ? value.color.trim().toLowerCase() : '';
  const { contactCount, createdAt } = segment.shape;
  return {
    id,
    // Contacts may be in a segment without a title.
    title: title.trim() ? title : `Segment ${String(id)}`,
    color: /^#[0-9a-f]{6}$/.test(color) ? color : null,
    // Only a Roster defines these; other services may use the names differently.
    contactCount: contactCount.safeParse(value.contactCount).data,
    createdAt: createdAt.safeParse(value.createdAt).data,
  };
}

/**
 * Accepts numbers as strings, and caps the page size at 100. Without a valid total, counts the rows up to this page and
 * assumes one more page, unless this one is empty.
 */
function normalizeMeta(given: unknown, data: unknown): unknown {
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
    // Some services ignore the requested page size.
    pageSize: Math.min(pageSize, MOST_ON_PAGE),
    total: total ?? (page - 1) * pageSize + count,
    totalPages: wholeNumber(meta.totalPages) ?? pages,
    totalIsExact: total !== undefined && (totalIsExact.safeParse(meta.totalIsExact).data ?? true),
    nextCursor: nextCursor.safeParse(meta.nextCursor).data ?? null,
    previousCursor: previousCursor.safeParse(meta.previousCursor).data ?? null,
  };
}

/** Most contacts on a page of the contract. */
const MOST_ON_PAGE = 100;

/** A number or the number in a text; `undefined` unless it is whole and not negative. */
function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

const lowerCase = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value);

const AS_IN_CONTRACT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** ISO 8601 and PostgreSQL's variant: a space for the `T`, and a zone in hours. */
const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)(?:Z|([+-]\d\d)(?::?(\d\d))?)?$/i;

/**
 * Converts a time to UTC with milliseconds; leaves anything else as it is. A time without a zone is in UTC, by the
 * published interface.
 */
function normalizeTime(value: unknown): unknown {
  // Fast path: most services write times like this.
  if (typeof value !== 'string' || AS_IN_CONTRACT.test(value)) return value;
  const [, day, clock = '', hours, minutes = '00'] = TIME.exec(value) ?? [];
  const zone = hours ? `${hours}:${minutes}` : 'Z';
  const time = Date.parse(`${day}T${clock.replace(',', '.')}${zone}`);
  return Number.isNaN(time) ? value : new Date(time).toISOString();
}
