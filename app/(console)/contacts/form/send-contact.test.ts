import { expect, test, vi } from 'vitest';
import type { Contact } from '@/lib/contract/contact';
import { valuesOf } from './contact-form-values';
import type { SaveOutcome } from './contact-save';
import { sendEdit } from './send-contact';

const updateContact = vi.hoisted(() => vi.fn<() => Promise<{ ok: true; data: SaveOutcome }>>());
vi.mock('./contact-form-actions', () => ({ updateContact }));

test('a stale save is not retried if the latest version is the rejected one', async () => {
  const contact: Contact = {
    id: '01900000-0000-7000-8000-000000000001',
    email: 'ana@example.com',
    phone: null,
    contact: {},
    segments: [],
    organizationId: '01900000-0000-7000-8000-000000000002',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  };
  const base = { contact, etag: '"1"' };
  const stale: SaveOutcome = { kind: 'stale', latest: base, by: null };
  updateContact.mockResolvedValueOnce({ ok: true, data: stale }).mockRejectedValue(new Error('Sent twice.'));
  expect(await sendEdit({ ...valuesOf(contact), firstname: 'Ana' }, base)).toEqual(stale);
});
