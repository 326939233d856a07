import { expect, test } from 'vitest';
import type { ContactRow } from './contact-row';
import {
  type ContactRequest,
  type Decision,
  decide,
  decideAll,
  type ReferralCodeRow,
  StoredContacts,
} from './decide';

const NOW = '2026-05-01T12:00:00.000Z';
const EARLIER = '2026-04-01T12:00:00.000Z';

const row = (id: string, values: Partial<ContactRow> = {}): ContactRow => ({
  id,
  email: null,
  phone: null,
  firstname: null,
  lastname: null,
  jobtitle: null,
  company: null,
  created_at: EARLIER,
  updated_at: EARLIER,
  version: 1,
  segments: [],
  ...values,
});
const code = (values: Partial<ReferralCodeRow> = {}): ReferralCodeRow => ({
  id: 'code',
  code: 'SPRING',
  active: true,
  expires_at: null,
  referrer_id: null,
  max_redemptions: null,
  redemption_count: 0,
  segment_ids: [],
  ...values,
});
const stored = (
  contacts: ContactRow[],
  known: { codes?: ReferralCodeRow[]; redeemed?: [string, string][] } = {},
) =>
  new StoredContacts(
    contacts,
    new Set(['vip', 'lead', 'trial']),
    new Map(known.codes?.map((one) => [one.code, one])),
    known.redeemed ?? [],
  );
const upsert = (
  fields: ContactRequest['fields'],
  rest: Partial<Omit<ContactRequest, 'fields'>> = {},
): ContactRequest => ({
  id: null,
  fields,
  segmentIds: null,
  referralCode: null,
  ifMatch: null,
  ifNoneMatch: null,
  ...rest,
});
const update = (id: string, fields: ContactRequest['fields'], rest: Partial<ContactRequest> = {}) =>
  upsert(fields, { id, ...rest });
const clock = () => {
  let next = 0;
  return { now: NOW, nextId: () => `new ${++next}` };
};
const outcomes = (decisions: Decision[]) =>
  decisions.map(({ outcome, after }) => [outcome, after?.id, after?.version]);
const rules = ({ problems }: Decision) => problems.map(({ path, rule }) => [path, rule]);

test('a former address leads to the contact that stays, and does not become its own', () => {
  const jon = row('jon', { email: 'jon@x' });
  const known = () =>
    new StoredContacts(
      [jon, row('eve', { email: 'eve@x' })],
      new Set(),
      new Map(),
      [],
      [{ id: 'gone', email: 'j@x', phone: '+49', into: 'jon' }],
    );
  const posted = decide(known(), upsert({ email: 'j@x', phone: '+49', company: 'Acme' }), clock());
  expect(posted.after).toMatchObject({ id: 'jon', email: 'jon@x', phone: null, company: 'Acme' });
  expect(decide(known(), upsert({ email: 'j@x' }), clock()).outcome).toBe('unchanged');
  for (const request of [
    update('eve', { email: 'j@x' }),
    upsert({ email: 'eve@x', phone: '+49' }),
    upsert({ email: 'stranger@x', phone: '+49' }),
    upsert({ email: 'j@x', phone: '+1' }),
  ])
    expect(decide(known(), request, clock())).toMatchObject({
      outcome: 'conflict',
      problems: expect.arrayContaining([expect.objectContaining({ owner: jon })]),
    });
  const named = upsert({ email: 'new@x', phone: '+49' }, { contactId: 'gone' });
  expect(decide(known(), named, clock()).after).toMatchObject({ id: 'jon', email: 'new@x', phone: null });
  // By the id that went, and its own again.
  const stored = known();
  const [own] = decideAll(stored, [update('gone', { email: 'j@x' })], clock());
  expect(own).toMatchObject({ outcome: 'updated', after: { id: 'jon', email: 'j@x' }, reclaims: true });
  expect(stored.isFormer('email', 'j@x')).toBe(false);
});

test('an upsert creates, adds, and erases nothing', () => {
  const ana = row('ana', { email: 'a@x', company: 'Acme', segments: [['vip', EARLIER]] });
  const made = decide(stored([]), upsert({ email: 'a@x', company: null }), clock());
  expect(made).toMatchObject({
    outcome: 'created',
    before: null,
    after: { id: 'new 1', email: 'a@x', version: 1 },
  });
  const added = decide(
    stored([ana]),
    upsert({ email: 'a@x', phone: '+1', company: null }, { segmentIds: ['lead', 'vip'] }),
    clock(),
  );
  expect(added.outcome).toBe('updated');
  expect(added.after).toEqual({
    ...ana,
    phone: '+1',
    version: 2,
    updated_at: NOW,
    segments: [
      ['vip', EARLIER],
      ['lead', NOW],
    ],
  });
  expect(
    decide(stored([ana]), upsert({ email: 'a@x', company: 'Acme' }, { segmentIds: ['vip'] }), clock()),
  ).toMatchObject({
    outcome: 'unchanged',
    after: ana,
  });
});

test('an update clears, replaces segments and keeps the time of those that stay', () => {
  const ana = row('ana', {
    email: 'a@x',
    phone: '+1',
    segments: [
      ['vip', EARLIER],
      ['lead', EARLIER],
    ],
  });
  const decision = decide(
    stored([ana]),
    update('ana', { phone: null }, { segmentIds: ['lead', 'trial'] }),
    clock(),
  );
  expect(decision).toMatchObject({ outcome: 'updated', added: ['trial'], removed: ['vip'] });
  expect(decision.after?.segments).toEqual([
    ['lead', EARLIER],
    ['trial', NOW],
  ]);
  expect(rules(decide(stored([ana]), update('ana', { phone: null, email: null }), clock()))).toEqual([
    ['email', 'no_identifier'],
  ]);
  expect(decide(stored([ana]), update('ben', {}), clock()).outcome).toBe('missing');
});

test('what another contact has is a conflict, and every other problem is told with it', () => {
  const contacts = [row('ana', { email: 'a@x' }), row('ben', { phone: '+1' })];
  const both = { email: 'a@x', phone: '+1' };
  const conflict = [
    ['email', 'conflict'],
    ['phone', 'conflict'],
  ];
  const decision = decide(stored(contacts), upsert(both), clock());
  expect([decision.outcome, rules(decision)]).toEqual(['conflict', conflict]);
  const more = decide(
    stored(contacts),
    upsert(both, { segmentIds: ['gone'], referralCode: 'NONE' }),
    clock(),
  );
  expect([more.outcome, rules(more)]).toEqual([
    'invalid',
    [['segmentIds.0', 'unknown_segment'], ['referralCode', 'code_not_recognized'], ...conflict],
  ]);
  expect(rules(decide(stored(contacts), update('ana', { phone: '+1' }), clock()))).toEqual([
    ['phone', 'conflict'],
  ]);
});

test.each([
  ['code_switched_off', { active: false }],
  ['code_expired', { expires_at: NOW }],
  ['code_used_up', { max_redemptions: 2, redemption_count: 2 }],
  ['code_own', { referrer_id: 'ana' }],
])('a code is not redeemed: %s', (rule, values) => {
  const contacts = [row('ana', { email: 'a@x' })];
  const request = upsert({ email: 'a@x', company: 'Acme' }, { referralCode: 'SPRING' });
  const decision = decide(stored(contacts, { codes: [code(values)] }), request, clock());
  expect([decision.outcome, decision.redeemed, rules(decision)]).toEqual([
    'invalid',
    null,
    [['referralCode', rule]],
  ]);
  // A retry of what was redeemed before is safe, whatever has become of the code.
  const again = stored(contacts, { codes: [code(values)], redeemed: [['ana', 'code']] });
  expect(decide(again, request, clock())).toMatchObject({ outcome: 'updated', redeemed: null, problems: [] });
});

test('a batch is a fold: each request sees what those before it left', () => {
  const decisions = decideAll(
    stored([], { codes: [code({ max_redemptions: 1, segment_ids: ['vip'] })] }),
    [
      upsert({ email: 'a@x' }),
      upsert({ email: 'a@x', phone: '+1' }, { referralCode: 'SPRING' }),
      upsert({ phone: '+1', company: 'Acme' }),
      upsert({ email: 'b@x' }, { referralCode: 'SPRING' }),
      update('new 1', { email: 'c@x' }),
      upsert({ email: 'a@x' }),
      upsert({ email: 'c@x' }),
    ],
    clock(),
  );
  expect(outcomes(decisions)).toEqual([
    ['created', 'new 1', 1],
    ['updated', 'new 1', 2],
    ['updated', 'new 1', 3],
    ['invalid', 'new 2', 1],
    ['updated', 'new 1', 4],
    ['created', 'new 3', 1],
    ['unchanged', 'new 1', 4],
  ]);
  expect(decisions[1]?.added).toEqual(['vip']);
  expect(rules(decisions[3] as Decision)).toEqual([['referralCode', 'code_used_up']]);
});

test('preconditions hold for the contact that is found, and for none', () => {
  const ana = row('ana', { email: 'a@x' });
  const outcome = (contacts: ContactRow[], rest: Partial<ContactRequest>) =>
    decide(stored(contacts), upsert({ email: 'a@x', company: 'Acme' }, rest), clock()).outcome;
  expect(outcome([ana], { ifMatch: ['1-0-ana'] })).toBe('updated');
  expect(outcome([ana], { ifMatch: ['2-0-ana', 'x'] })).toBe('stale');
  expect(outcome([], { ifMatch: ['*'] })).toBe('stale');
  expect(outcome([ana], { ifNoneMatch: ['*'] })).toBe('stale');
  expect(outcome([], { ifNoneMatch: ['*'] })).toBe('created');
  expect(decide(stored([ana]), update('ana', {}, { ifMatch: ['9-0-ana'] }), clock()).outcome).toBe('stale');
});
