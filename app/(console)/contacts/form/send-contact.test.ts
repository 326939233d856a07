import { expect, test, vi } from 'vitest';
import { toFormValues } from './contact-form-values';
import type { SaveResult } from './contact-save';
import { sendEdit } from './send-contact';
import { ana } from './testing';

const updateContact = vi.hoisted(() => vi.fn<() => Promise<{ ok: true; data: SaveResult }>>());
vi.mock('./contact-form-actions', () => ({ updateContact }));

test('a stale save is not retried if the latest version is the rejected one', async () => {
  const base = { contact: ana, etag: '"1"' };
  const stale: SaveResult = { kind: 'stale', latest: base, by: null };
  updateContact.mockResolvedValueOnce({ ok: true, data: stale }).mockRejectedValue(new Error('Sent twice.'));
  expect(await sendEdit({ ...toFormValues(ana), firstname: 'Anna' }, base)).toEqual(stale);
});
