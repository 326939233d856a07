import { expect, test } from 'vitest';
import type { ContactRow } from './contact-row';
import {
  type ContactRequest,
  type Decision,
  decide,
  decideAll,
  type MergedRow,
  type ReferralCodeRow,
  StoredContacts,
} from './decide';
import { makeContactRow } from './testing';

const [EARLIER, NOW, LATER] = ['04', '05', '06'].map((month) => `2026-${month}-01T12:00:00.000Z`) as [
  string,
  string,
  string,
];

const ana = makeContactRow('ana', { email: 'a@x', company: 'Acme', segments: [['vip', EARLIER]] });
const ben = makeContactRow('ben', { email: 'b@x', phone: '+1' });
const cy = makeContactRow('cy', { phone: '+2' });
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
const store = (
  contacts: ContactRow[],
  known: { code?: ReferralCodeRow; redeemed?: [string, string][]; merged?: MergedRow[] } = {},
) =>
  new StoredContacts(
    contacts,
    new Map(['vip', 'lead', 'trial'].map((id) => [id, null])),
    new Map([['SPRING', known.code ?? code()]]),
    known.redeemed ?? [],
    known.merged,
  );
type Rest = Partial<Omit<ContactRequest, 'fields'>>;
const upsert = (fields: ContactRequest['fields'], rest: Rest = {}): ContactRequest => ({
  id: null,
  fields,
  ...rest,
});
const update = (id: string, fields: ContactRequest['fields'], rest: Rest = {}) =>
  upsert(fields, { id, ...rest });
const clock = () => {
  let next = 0;
  return { now: NOW, nextId: () => `new ${++next}` };
};
const problemsOf = ({ problems }: Decision) =>
  problems.map(({ path, rule, owner }) => [path, rule, owner?.id].filter(Boolean).join(' '));

/** The contact afterwards, or the problems. */
type Row = [
  rule: string,
  stored: ContactRow[],
  asked: ContactRequest,
  outcome: Decision['outcome'],
  after: Partial<ContactRow> | string[],
];
function expectDecision(...[, contacts, asked, outcome, after, merged]: [...Row, merged?: MergedRow[]]) {
  const decision = decide(store(contacts, { merged }), asked, clock());
  expect([decision.outcome, problemsOf(decision)]).toEqual([outcome, Array.isArray(after) ? after : []]);
  if (!Array.isArray(after)) expect(decision.after).toMatchObject(after);
}
const next = { version: 2, updated_at: NOW };
const changed = { email: 'b@x', company: 'B' };

const both = { email: 'a@x', phone: '+2' };
const noCode = 'referralCode code_not_recognized';
const unknown = (...places: number[]) => places.map((at) => `segmentIds.${at} unknown_segment`);
const twoOwners = ['email conflict ana', 'phone conflict cy'];

// biome-ignore format: a table
test.each<Row>([
  ['creates', [], upsert({ email: 'a@x', company: null }), 'created', { id: 'new 1', email: 'a@x', version: 1 }],
  ['changes whom the email leads to', [ana], upsert({ email: 'a@x', company: 'B' }), 'updated', { ...ana, ...next, company: 'B' }],
  ['changes whom the phone leads to', [cy], upsert({ phone: '+2', company: 'B' }), 'updated', { ...cy, ...next, company: 'B' }],
  ['changes whom both lead to', [ben], upsert({ email: 'b@x', phone: '+1', company: 'B' }), 'updated', { ...ben, ...next, company: 'B' }],
  ['adds the other address', [ana], upsert({ email: 'a@x', phone: '+3' }), 'updated', { ...ana, ...next, phone: '+3' }],
  ['replaces the other address', [ben], upsert({ email: 'new@x', phone: '+1' }), 'updated', { ...ben, ...next, email: 'new@x' }],
  ['erases nothing', [ana], upsert({ email: 'a@x', company: null, phone: null }, { segmentIds: [] }), 'unchanged', ana],
  ['changes nothing that is the same', [ana], upsert({ email: 'a@x', company: 'Acme' }, { segmentIds: ['vip', 'vip'] }), 'unchanged', ana],
  ['adds segments, each once', [ana], upsert({ email: 'a@x' }, { segmentIds: ['lead', 'vip', 'lead'] }), 'updated', { segments: [['vip', EARLIER], ['lead', NOW]] }],
  ['is never older than before', [{ ...ana, updated_at: LATER }], upsert({ email: 'a@x', company: 'B' }), 'updated', { updated_at: LATER }],
  ['knows each segment', [], upsert({ email: 'a@x' }, { segmentIds: ['gone', 'vip', 'gone'] }), 'invalid', unknown(0, 2)],
  ['leads to one contact', [ana, cy], upsert(both), 'conflict', twoOwners],
  ['leads to one contact, whatever the code', [ana, cy], upsert(both, { referralCode: 'SPRING' }), 'conflict', twoOwners],
  ['tells all problems', [ana, cy], upsert(both, { segmentIds: ['gone'], referralCode: 'NONE' }), 'invalid', [...unknown(0), noCode, ...twoOwners]],
  ['may name the contact', [ana], upsert({ email: 'new@x' }, { contactId: 'ana' }), 'updated', { id: 'ana', email: 'new@x' }],
  ['may name the contact, not the owner of the email', [ana, ben], upsert({ email: 'b@x' }, { contactId: 'ana' }), 'conflict', ['email conflict ben']],
  ['may name the contact, not the owner of the phone', [ana, ben], upsert({ email: 'a@x', phone: '+1' }, { contactId: 'ana' }), 'conflict', ['phone conflict ben']],
  ['If-Match: this version', [ben], upsert(changed, { ifMatch: ['x', '1-0-ben'] }), 'updated', { id: 'ben', company: 'B' }],
  ['If-Match: any version', [ben], upsert(changed, { ifMatch: ['*'] }), 'updated', { id: 'ben', company: 'B' }],
  ['If-Match: another version', [ben], upsert(changed, { ifMatch: ['2-0-ben', 'x'] }), 'stale', []],
  ['If-Match: another contact', [{ ...cy, email: 'b@x' }], upsert(changed, { ifMatch: ['1-0-ben'] }), 'stale', []],
  ['If-Match: nobody is there', [], upsert(changed, { ifMatch: ['*'] }), 'stale', []],
  ['If-None-Match: nobody is there', [], upsert(changed, { ifNoneMatch: ['*'] }), 'created', { email: 'b@x' }],
  ['If-None-Match: somebody is', [ben], upsert(changed, { ifNoneMatch: ['*'] }), 'stale', []],
  ['If-None-Match: this version', [ben], upsert(changed, { ifNoneMatch: ['1-0-ben'] }), 'stale', []],
  ['If-None-Match: another version', [ben], upsert(changed, { ifNoneMatch: ['other'] }), 'updated', { id: 'ben', company: 'B' }],
  ['If-None-Match: a conflict is said first', [ana, cy], upsert(both, { ifNoneMatch: ['*'] }), 'conflict', twoOwners],
  ['If-None-Match: a problem is said first', [ben], upsert(changed, { ifNoneMatch: ['*'], referralCode: 'NONE' }), 'invalid', [noCode]],
])('an upsert: %s', expectDecision);

const two = makeContactRow('ben', {
  email: 'b@x',
  phone: '+1',
  segments: [
    ['lead', EARLIER],
    ['vip', EARLIER],
  ],
});

// biome-ignore format: a table
test.each<Row>([
  ['leaves what is absent', [ana], update('ana', { company: 'B' }), 'updated', { ...ana, ...next, company: 'B' }],
  ['clears', [two], update('ben', { phone: null, company: null }), 'updated', { ...two, ...next, phone: null }],
  ['gives one address for the other', [ana], update('ana', { email: null, phone: '+3' }), 'updated', { email: null, phone: '+3' }],
  ['changes nothing', [ana], update('ana', {}), 'unchanged', ana],
  ['changes nothing that is the same', [ana], update('ana', { email: 'a@x', company: 'Acme' }, { segmentIds: ['vip', 'vip'] }), 'unchanged', ana],
  ['replaces segments, and those that stay keep their time', [two], update('ben', {}, { segmentIds: ['trial', 'lead', 'trial'] }), 'updated', { segments: [['lead', EARLIER], ['trial', NOW]] }],
  ['removes all segments', [two], update('ben', {}, { segmentIds: [] }), 'updated', { segments: [] }],
  ['leaves an address', [ben], update('ben', { email: null, phone: null }), 'invalid', ['email no_identifier']],
  ['leaves the only address', [cy], update('cy', { phone: null }, { segmentIds: ['gone'] }), 'invalid', ['phone no_identifier', ...unknown(0)]],
  ['takes no email of another', [ana, ben], update('ana', { email: 'b@x', company: 'B' }), 'conflict', ['email conflict ben']],
  ['takes nothing of two others', [ana, ben, cy], update('ana', { email: 'b@x', phone: '+2' }), 'conflict', ['email conflict ben', 'phone conflict cy']],
  ['takes nothing of one other', [ana, ben], update('ana', { email: 'b@x', phone: '+1' }), 'conflict', ['email conflict ben', 'phone conflict ben']],
  ['tells all problems', [ana, ben], update('ana', { phone: '+1' }, { segmentIds: ['gone'] }), 'invalid', [...unknown(0), 'phone conflict ben']],
  ['needs a contact', [ana], update('ben', {}), 'missing', []],
  ['If-Match: this version', [ben], update('ben', { company: 'B' }, { ifMatch: ['1-0-ben'] }), 'updated', { company: 'B' }],
  ['If-Match: another version', [ben], update('ben', { company: 'B' }, { ifMatch: ['9-0-ben'] }), 'stale', []],
])('an update: %s', expectDecision);

const merged = { id: 'gone', email: 'j@x', phone: '+49', into: 'jon' };
const jon = makeContactRow('jon', { email: 'jon@x' });

// biome-ignore format: a table
test.each<Row>([
  ['leads to the contact, and is not its own', [jon], upsert({ email: 'j@x', phone: '+49', company: 'B' }), 'updated', { ...jon, ...next, company: 'B' }],
  ['changes nothing', [jon], upsert({ email: 'j@x' }), 'unchanged', jon],
  ['is no other contact’s', [jon, ben], update('ben', { email: 'j@x' }), 'conflict', ['email conflict jon']],
  ['and the address of another are of two', [jon, ben], upsert({ email: 'b@x', phone: '+49' }), 'conflict', ['email conflict ben', 'phone conflict jon']],
  ['comes with no email of a stranger', [jon], upsert({ email: 'stranger@x', phone: '+49' }), 'conflict', ['phone conflict jon']],
  ['comes with no phone of a stranger', [jon], upsert({ email: 'j@x', phone: '+1' }), 'conflict', ['email conflict jon']],
  ['comes with a new one if the contact is named', [jon], upsert({ email: 'new@x', phone: '+49' }, { contactId: 'gone' }), 'updated', { ...jon, ...next, email: 'new@x' }],
])('a former address %s', (...row) => expectDecision(...row, [merged]));

test('a former address becomes its own again by an update, also of the id that went', () => {
  const stored = store([jon], { merged: [merged] });
  const [own] = decideAll(stored, [update('gone', { email: 'j@x' })], clock());
  expect(own).toMatchObject({ outcome: 'updated', after: { id: 'jon', email: 'j@x' }, reclaims: true });
  expect(stored.isFormer('email', 'j@x')).toBe(false);
});

test.each([
  ['code_switched_off', { active: false }],
  ['code_expired', { expires_at: NOW }],
  ['code_used_up', { max_redemptions: 2, redemption_count: 2 }],
  ['code_own', { referrer_id: 'ben' }],
])('a code is not redeemed: %s', (rule, values) => {
  const known = { code: code(values) };
  for (const fields of [{ email: 'b@x' }, { phone: '+1' }, { email: 'new@x', phone: '+1' }]) {
    const request = upsert({ ...fields, company: 'B' }, { referralCode: 'SPRING' });
    const decision = decide(store([ben], known), request, clock());
    expect([decision.outcome, decision.redeemed, problemsOf(decision)]).toEqual([
      'invalid',
      null,
      [`referralCode ${rule}`],
    ]);
    // A retry of what was redeemed before is safe, whatever has become of the code.
    const again = decide(store([ben], { ...known, redeemed: [['ben', 'code']] }), request, clock());
    expect(again).toMatchObject({ outcome: 'updated', redeemed: null, problems: [] });
  }
});

test('redeeming is a change, and assigns the segments of the code', () => {
  const request = upsert({ email: 'b@x' }, { referralCode: 'SPRING', segmentIds: ['lead'] });
  expect(decide(store([ben]), request, clock())).toMatchObject({ outcome: 'updated', added: ['lead'] });
  const spring = code({ segment_ids: ['vip'] });
  const decision = decide(store([ben], { code: spring }), request, clock());
  expect(decision).toMatchObject({ outcome: 'updated', added: ['lead', 'vip'], redeemed: spring });
  const bare = decide(store([ben]), upsert({ email: 'b@x' }, { referralCode: 'SPRING' }), clock());
  expect(bare).toMatchObject({ outcome: 'updated', added: [], after: { version: 2 } });
});

// biome-ignore format: a table
test('a batch is a fold: each request sees what those before it left', () => {
  const spring = code({ max_redemptions: 1, segment_ids: ['vip'] });
  const redeeming = { referralCode: 'SPRING' };
  const steps: [asked: ContactRequest, outcome: string, id: string, version: number, ...problems: string[]][] = [
    [upsert({ email: 'a@x' }), 'created', 'new 1', 1],
    [upsert({ email: 'a@x', phone: '+1' }, redeeming), 'updated', 'new 1', 2],
    [upsert({ email: 'a@x' }, redeeming), 'unchanged', 'new 1', 2],
    [upsert({ phone: '+1', company: 'Acme' }), 'updated', 'new 1', 3],
    [upsert({ email: 'b@x' }, redeeming), 'invalid', 'new 2', 1, 'referralCode code_used_up'],
    [update('new 1', { email: 'c@x' }), 'updated', 'new 1', 4],
    [upsert({ email: 'a@x' }), 'created', 'new 3', 1],
    [upsert({ email: 'c@x' }), 'unchanged', 'new 1', 4],
    [upsert({ email: 'b@x' }), 'created', 'new 4', 1],
  ];
  const decisions = decideAll(store([], { code: spring }), steps.map(([asked]) => asked), clock());
  expect(decisions.map((one) => [one.outcome, one.after?.id, one.after?.version, ...problemsOf(one)])).toEqual(
    steps.map(([, ...expected]) => expected),
  );
  expect([decisions[1]?.added, decisions[2]?.redeemed]).toEqual([['vip'], null]);
});
