import { isByTime } from '@/lib/contacts/lists/contact-page';
import { isUuid } from '@/lib/contract/text';

/** A position in a sorted list: the sort key and id of the row before or after it. */
export interface Cursor {
  direction: 'after' | 'before';
  /** The sort that the cursor belongs to, `-updatedAt` for example. */
  sort: string;
  key: string;
  id: string;
}

/** Encodes a cursor for a URL, valid in this organization only. */
export function encodeCursor({ direction, sort, key, id }: Cursor, organizationId: string): string {
  return Buffer.from(JSON.stringify([direction, sort, key, id, organizationId])).toString('base64url');
}

/** Decodes a cursor; `null` unless it is a valid one of this organization and sort. */
export function decodeCursor(text: string, sort: string, organizationId: string): Cursor | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (!Array.isArray(parts) || parts.length !== 5 || !parts.every((part) => typeof part === 'string'))
      return null;
    const [direction, ofSort, key, id, ofOrganization] = parts as [string, string, string, string, string];
    if (direction !== 'after' && direction !== 'before') return null;
    if (ofSort !== sort || ofOrganization !== organizationId) return null;
    if (!isUuid(id) || key.includes('\0')) return null;
    if (isByTime(sort) && !isTime(key)) return null;
    if (sort.endsWith('segments') && !/^\d{1,6}$/.test(key)) return null;
    return { direction, sort, key, id };
  } catch {
    return null;
  }
}

/** Whether a key is a valid time. Cursors are not signed, and the database must not fail on them. */
const isTime = (key: string): boolean =>
  /^[12]\d{3}-/.test(key) && !Number.isNaN(Date.parse(key)) && new Date(key).toISOString() === key;
