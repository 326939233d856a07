import { expect, test } from 'vitest';
import { toContact, toContactRow } from './contact-row';

// As activity has kept it since the feed exists.
test('what was kept of a contact is read as the fields it was written from', () => {
  const [segmentId, at] = ['0198c0de-7a11-7000-8000-000000000002', '2026-11-01T08:00:00.000Z'];
  const row = toContactRow([
    '',
    at,
    at,
    0,
    [[segmentId, at]],
    'ana@example.com',
    '+4930901820',
    'Ana',
    'Silva',
    'Buyer',
    'Acme',
  ]);
  expect(toContact({ ...row, id: '0198c0de-7a11-7000-8000-000000000001' }, 'o')).toEqual({
    id: '0198c0de-7a11-7000-8000-000000000001',
    email: 'ana@example.com',
    phone: '+4930901820',
    contact: { firstname: 'Ana', lastname: 'Silva', jobtitle: 'Buyer', company: 'Acme' },
    segments: [{ segmentId, assignedAt: at }],
    organizationId: 'o',
    createdAt: at,
    updatedAt: at,
  });
});
