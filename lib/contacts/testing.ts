import type { ContactRow } from './contact-row';
import { noFields } from './decide';

/** A stored contact of version 1, with no other values than these. */
export const makeContactRow = (id: string, values: Partial<ContactRow> = {}): ContactRow => ({
  id,
  created_at: '2026-04-01T12:00:00.000Z',
  updated_at: '2026-04-01T12:00:00.000Z',
  version: 1,
  segments: [],
  ...noFields,
  ...values,
});
