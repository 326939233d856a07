import { expect, test } from 'vitest';
import type { Activity } from '@/lib/contract/activity';
import { changesIn } from './activity-words';

const vip = { id: '0198c0de-7a11-7000-8000-000000000001', title: 'VIP', color: null };
const lead = { id: '0198c0de-7a11-7000-8000-000000000002', title: 'Lead', color: null };

function activity(part: Partial<Activity>): Activity {
  return {
    id: vip.id,
    at: '2026-01-31T09:30:00.000Z',
    action: 'contact.updated',
    actor: { kind: 'staff', id: null, name: 'Ada' },
    subjectId: vip.id,
    before: null,
    after: null,
    requestId: null,
    import: null,
    ...part,
  };
}

test('fields are called and ordered as in the form, with what they were and are', () => {
  const entry = activity({
    before: { company: null, firstname: 'An' },
    after: { company: 'Acme', firstname: 'Ana' },
  });
  expect(changesIn(entry, [])).toEqual([
    { label: 'First name', before: 'An', after: 'Ana' },
    { label: 'Company', before: null, after: 'Acme' },
  ]);
});

test('of segments it says which came and which went', () => {
  const entry = activity({ before: { segmentIds: [vip.id] }, after: { segmentIds: [lead.id] } });
  expect(changesIn(entry, [vip, lead])).toEqual([
    { label: 'Segments', before: null, after: 'added Lead; removed VIP' },
  ]);
});

test('a new contact without segments does not mention them, and a deletion lists nothing', () => {
  const created = activity({
    action: 'contact.created',
    after: { email: 'a@b.example', phone: null, segmentIds: [] },
  });
  expect(changesIn(created, []).map(({ label }) => label)).toEqual(['Email']);
  const assigned = activity({ action: 'contact.created', after: { segmentIds: [vip.id] } });
  expect(changesIn(assigned, [vip])).toEqual([{ label: 'Segments', before: null, after: 'VIP' }]);
  expect(changesIn(activity({ action: 'contact.deleted', before: { email: 'a@b.example' } }), [])).toEqual(
    [],
  );
});
