import { expect, test } from 'vitest';
import { toChanges, toGroupWords, toSentence } from '@/components/activity/activity-words';
import type { Activity } from '@/lib/contract/activity';

const vip = { id: '0198c0de-7a11-7000-8000-000000000001', title: 'VIP', color: null };
const lead = { id: '0198c0de-7a11-7000-8000-000000000002', title: 'Lead', color: null };

function activity(part: Partial<Activity>): Activity {
  return {
    id: vip.id,
    at: '2026-01-31T09:30:00.000Z',
    action: 'contact.updated',
    actor: { kind: 'staff', id: null, name: 'Ada' },
    subjectId: vip.id,
    subject: 'Ana',
    before: null,
    after: null,
    requestId: null,
    import: null,
    ...part,
  };
}

test('lists changes in the order of the form, with old and new values', () => {
  const entry = activity({
    before: { company: null, firstname: 'An' },
    after: { company: 'Acme', firstname: 'Ana' },
  });
  expect(toChanges(entry, [])).toEqual([
    { label: 'First name', before: 'An', after: 'Ana' },
    { label: 'Company', before: null, after: 'Acme' },
  ]);
});

test('lists added and removed segments', () => {
  const entry = activity({ before: { segmentIds: [vip.id] }, after: { segmentIds: [lead.id] } });
  expect(toChanges(entry, [vip, lead])).toEqual([
    { label: 'Segments', before: null, after: 'added Lead; removed VIP' },
  ]);
});

test('writes rules of segments in words', () => {
  const rule = JSON.stringify({ company: ['Acme'], segmentId: [lead.id], segmentMatch: 'none' });
  const entry = activity({ action: 'segment.updated', before: {}, after: { rule } });
  const words = 'Segment is not Lead, Company is Acme';
  expect(toChanges(entry, [lead])).toEqual([{ label: 'Rule', before: 'by hand', after: words }]);
  const wider = JSON.stringify({ company: ['Acme'], has: ['email'], segmentMatch: 'any' });
  const changed = activity({ action: 'segment.updated', before: { rule }, after: { rule: wider } });
  expect(toChanges(changed, [lead])).toEqual([
    { label: 'Rule', before: null, after: '+ Email is set, − Segment is not Lead' },
  ]);
  const deleted = activity({ action: 'segment.deleted', before: { rule } });
  expect(toChanges(deleted, [lead])).toEqual([{ label: 'Rule', before: words, after: null }]);
});

test('omits segments of a new contact without any', () => {
  const created = activity({
    action: 'contact.created',
    after: { email: 'a@b.example', phone: null, segmentIds: [] },
  });
  expect(toChanges(created, []).map(({ label }) => label)).toEqual(['Email']);
  const assigned = activity({ action: 'contact.created', after: { segmentIds: [vip.id] } });
  expect(toChanges(assigned, [vip])).toEqual([{ label: 'Segments', before: null, after: 'VIP' }]);
});

test('words an entry as a sentence, including a single change', () => {
  const said = (part: Partial<Activity>) => {
    const entry = activity(part);
    const { verb, subject, change } = toSentence(entry, toChanges(entry, [vip]));
    const values = change ? `: ${[change.before, change.after].filter(Boolean).join(' → ')}` : '';
    return [verb, subject].filter((word) => word !== null).join(' ') + values;
  };
  expect(said({ before: { company: 'Acme' }, after: { company: 'Globex' } })).toBe(
    'changed the company of Ana: Acme → Globex',
  );
  expect(said({ before: { company: 'Acme' }, after: {} })).toBe('changed the company of Ana: Acme');
  expect(said({ before: { segmentIds: [] }, after: { segmentIds: [vip.id] } })).toBe(
    'changed the segments of Ana: added VIP',
  );
  expect(said({ before: { company: 'Acme' }, after: { company: 'Globex', phone: '+49' } })).toBe(
    'changed the phone and company of Ana',
  );
  expect(said({ action: 'contact.deleted', before: { email: 'a@b.example' } })).toBe('deleted Ana');
  expect(said({ action: 'contact.created', subject: null })).toBe('added contact deleted forever');
  expect(said({ action: 'contact.purged', subject: null })).toBe('deleted a contact forever');
  expect(said({ action: 'person.signed-in', subject: 'Ana' })).toBe('signed in');
  const after = { name: 'Ana', email: 'ana@b.example', reason: 'Wrong password' };
  expect(said({ action: 'person.sign-in-failed', subject: 'Ana', after })).toBe(
    'Sign-in failed for Ana: wrong password',
  );
  expect(said({ action: 'person.joined', subject: 'Ben' })).toBe('joined');
  const command = { kind: 'system', id: null, name: 'npm run staff' } as const;
  expect(said({ action: 'person.joined', subject: 'Ben', actor: command })).toBe(
    'created the account of Ben',
  );
  const ben = { name: 'Ben', email: 'ben@b.example' };
  expect(said({ action: 'person.invited', subject: 'Ben', after: { ...ben, role: 'viewer' } })).toBe(
    'invited Ben',
  );
  expect(said({ action: 'person.updated', subject: 'Ben', after: { ...ben, password: 'changed' } })).toBe(
    'changed the password of Ben: changed',
  );
  expect(
    said({
      action: 'person.updated',
      subject: 'Ben',
      before: { ...ben, role: 'viewer' },
      after: { ...ben, role: 'editor' },
    }),
  ).toBe('changed the role of Ben: viewer → editor');
  const change = { before: { active: true, maxRedemptions: 3 }, after: { active: false, maxRedemptions: 3 } };
  expect(said({ action: 'referral-code.updated', subject: 'WELCOME', ...change })).toBe('turned off WELCOME');
  const list = { list: 'contacts', as: 'file', count: 412, filter: { company: 'Acme', segmentId: [vip.id] } };
  expect(said({ action: 'list.exported', subject: null, after: list })).toBe('exported 412 contacts');
  expect(toChanges({ action: 'list.exported', before: null, after: list }, [vip])).toEqual([
    { label: 'Rows', before: null, after: 'where segment is VIP and company is Acme' },
    { label: 'Format', before: null, after: 'file' },
  ]);
  const copied = { list: 'contacts', as: 'stream', count: 2, columns: ['email', 'id'] };
  expect(said({ action: 'list.exported', subject: null, after: copied })).toBe('copied 2 emails');
  const read = { list: 'contacts', as: 'answer', count: 20, tool: 'search_contacts' };
  expect(said({ action: 'list.read', subject: null, after: read })).toBe('read 20 contacts');
  expect(toChanges({ action: 'list.read', before: null, after: read }, [])).toEqual([
    { label: 'Tool', before: null, after: 'search_contacts' },
  ]);
  expect(said({ action: 'organization.updated', before: { name: 'A' }, after: { name: 'B' } })).toBe(
    'renamed the organization: A → B',
  );
  const asked = { doNotContact: 'asked' };
  expect(said({ subject: 'Ana', before: {}, after: asked })).toBe(
    'set “Do not contact” for Ana: asked not to be contacted',
  );
  const gone = { before: asked, after: { removalReason: 'Signed up' } };
  expect(said({ subject: 'Ana', ...gone })).toBe('removed “Do not contact” from Ana: Signed up');
  expect(said({ action: 'organization.updated', ...gone })).toBe(
    'removed “Do not contact” from an address: Signed up',
  );
  expect(
    said({ action: 'list.exported', subject: null, after: { list: 'activity', as: 'stream', count: 2 } }),
  ).toBe('exported 2 activity entries');
});

test('words what an entry stands for', () => {
  const words = (count: number, ...actions: Activity['action'][]) =>
    toGroupWords({
      subject: null,
      after: null,
      folded: { count, actions, since: '2026-01-31T09:30:00.000Z', bulkChangeId: null },
    });
  expect(words(10, 'contact.created')).toBe('added 10 contacts');
  expect(words(1279, 'contact.updated', 'contact.created')).toBe('added and changed 1,279 contacts');
  expect(words(3, 'contact.purged')).toBe('deleted 3 contacts forever');
  expect(words(6, 'person.signed-in')).toBe('signed in 6 times');
  expect(words(6, 'list.read')).toBe('read contacts 6 times');
  expect(words(258, 'contact.created', 'segment.created', 'referral-code.created')).toBe(
    'loaded the sample data',
  );
  expect(words(4, 'referral-code.created')).toBe('created 4 referral codes');
});

test('tells the change of a type with its counts', () => {
  const entry = activity({
    action: 'field.updated',
    subject: 'Plan',
    before: { type: 'text' },
    after: { type: 'choice', values: 412, cleared: 3, bulkChangeId: vip.id },
  });
  const changes = toChanges(entry, []);
  expect(toSentence(entry, changes)).toEqual({
    verb: 'changed the type of',
    subject: 'Plan',
    change: { label: 'Type', before: 'Text', after: 'Choice: 412 values, 3 cleared' },
  });
});

test('says how many join and leave a segment by rule, and why', () => {
  const told = (after: object) => {
    const entry = activity({ action: 'segment.members-changed', subject: 'Lapsed', after: { ...after } });
    const { verb, subject, change } = toSentence(entry, toChanges(entry, []));
    return `${verb} ${subject}: ${change?.after}`;
  };
  const joined = Array<string>(38).fill(vip.id);
  expect(told({ joined, left: [vip.id], cause: 'time' })).toBe('saw 38 join and 1 leave Lapsed: days passed');
  expect(told({ joined, cause: 'rule' })).toBe('saw 38 join Lapsed: its rule changed');
  const folded = { actions: ['segment.members-changed' as const], count: 4, since: '', bulkChangeId: null };
  expect(toGroupWords({ subject: 'Lapsed', after: { joined, left: [vip.id] }, folded })).toBe(
    'saw 38 join and 1 leave “Lapsed”, and 3 more changes by rule',
  );
});
