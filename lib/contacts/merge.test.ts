import { expect, test } from 'vitest';
import type { ContactRow } from './contact-row';
import { StoredContacts } from './decide';
import { decideMerge, decideUndoMerge, hasTaken, type Mergeable, type StoredMerge } from './merge';
import { makeContactRow } from './testing';

const [EARLY, LATE, NOW, LATER] = [1, 2, 3, 4].map((day) => `2026-04-0${day}T12:00:00.000Z`) as [
  string,
  string,
  string,
  string,
];

const contact = (id: string, values: Partial<ContactRow> = {}, rest: Partial<Mergeable> = {}): Mergeable => ({
  row: makeContactRow(id, { created_at: LATE, updated_at: LATE, ...values }),
  deletedAt: null,
  into: null,
  redemptions: [],
  codeIds: [],
  formerIds: [],
  lastMergedAt: null,
  noteIds: [],
  ...rest,
});
const jon = contact(
  'jon',
  { email: 'jon@x', company: 'Acme', segments: [['vip', LATE]], hidden: [['old', LATE]] },
  { redemptions: [['welcome', LATE]] },
);
const other = contact(
  'other',
  {
    email: 'j@x',
    phone: '+49',
    firstname: 'Jon',
    created_at: EARLY,
    version: 7,
    segments: [
      ['vip', EARLY],
      ['lead', LATE],
    ],
    hidden: [['old', EARLY]],
  },
  {
    redemptions: [
      ['welcome', EARLY],
      ['spring', LATE],
    ],
    codeIds: ['friend'],
    formerIds: ['older'],
    noteIds: ['called'],
  },
);
const request = (take: ContactFieldList = [], rest = {}) => ({ id: 'jon', from: 'other', take, ...rest });
type ContactFieldList = Parameters<typeof decideMerge>[2]['take'];
const clock = { now: NOW };

test('a merge keeps what both have, and the addresses that are not kept as former ones', () => {
  const { outcome, change } = decideMerge(jon, other, request(['phone', 'firstname']), clock);
  expect(outcome).toBe('merged');
  expect(change?.survivor.after).toEqual({
    ...jon.row,
    phone: '+49',
    firstname: 'Jon',
    created_at: EARLY,
    updated_at: NOW,
    version: 2,
    segments: [
      ['vip', EARLY],
      ['lead', LATE],
    ],
    hidden: [['old', EARLY]],
  });
  expect(change?.merged.after).toMatchObject({
    email: 'j@x',
    phone: null,
    firstname: null,
    version: 8,
    hidden: undefined,
  });
  expect(change?.redemptions).toEqual({
    removed: [
      { contact_id: 'other', code_id: 'welcome' },
      { contact_id: 'other', code_id: 'spring' },
      { contact_id: 'jon', code_id: 'welcome' },
    ],
    added: [
      { contact_id: 'jon', code_id: 'welcome', redeemed_at: EARLY },
      { contact_id: 'jon', code_id: 'spring', redeemed_at: LATE },
    ],
  });
  expect(change).toMatchObject({
    uses: [{ id: 'welcome', uses: -1 }],
    codeIds: ['friend'],
    formerIds: ['older'],
    noteIds: ['called'],
  });
});

test.each([
  { take: [], own: ['jon@x', null], former: ['j@x', '+49'] },
  { take: ['email'], own: ['j@x', null], former: ['jon@x', '+49'] },
  { take: ['phone'], own: ['jon@x', '+49'], former: ['j@x', null] },
  { take: ['email', 'phone'], own: ['j@x', '+49'], former: ['jon@x', null] },
] as const)('of both addresses, taking $take', ({ take, own, former }) => {
  const { change } = decideMerge(jon, other, request([...take]), clock);
  const of = (row: ContactRow | undefined) => [row?.email, row?.phone];
  expect([of(change?.survivor.after), of(change?.merged.after)]).toEqual([own, former]);
});

const gone = { deletedAt: EARLY };

// biome-ignore format: a table
test.each<[what: string, survivor: Mergeable, merged: Mergeable | undefined, asked: object, ...refusal: string[]]>([
  ['with itself', jon, jon, {}, 'invalid', 'from same_contact'],
  ['with nobody', jon, undefined, {}, 'missing'],
  ['with one in the trash', jon, { ...other, ...gone }, {}, 'missing'],
  ['into one in the trash', { ...jon, ...gone }, other, {}, 'missing'],
  ['into another version', jon, other, { ifMatch: ['old'] }, 'stale'],
  ['with another version', jon, other, { fromMatch: ['1-0-other'] }, 'stale'],
  ['without an address', jon, contact('p', { phone: '+1' }), { take: ['email'] }, 'invalid', 'take no_identifier'],
])('a merge is refused %s', (_, survivor, merged, asked, ...refusal) => {
  const { outcome, problems } = decideMerge(survivor, merged, request([], asked), clock);
  expect([outcome, ...problems.map(({ path, rule }) => `${path} ${rule}`)]).toEqual(refusal);
});

/** Both after a merge, and what is recorded of it. */
function mergedState(take: ContactFieldList = []) {
  const { change, record } = decideMerge(jon, other, request(take), clock);
  if (!change || !record) throw new Error('Not merged.');
  const [before, after] = [change.survivor.before, change.survivor.after];
  const differing = (one: ContactRow, two: ContactRow) =>
    Object.fromEntries(
      (['email', 'phone', 'firstname', 'company'] as const).flatMap((name) =>
        one[name] && one[name] !== two[name] ? [[name, one[name]]] : [],
      ),
    );
  const merge: StoredMerge = {
    id: 'merge',
    at: NOW,
    survivorId: 'jon',
    before: { ...differing(before, after), merged: record },
    after: differing(after, before),
  };
  const survivor: Mergeable = {
    ...jon,
    row: after,
    redemptions: [
      ['welcome', EARLY],
      ['spring', LATE],
    ],
    codeIds: ['friend', 'own'],
    formerIds: ['other', 'older'],
    noteIds: ['called', 'own'],
  };
  const merged: Mergeable = {
    ...contact('other'),
    row: change.merged.after,
    deletedAt: NOW,
    into: 'jon',
  };
  return { merge, survivor, merged };
}

function undo(
  { merge, survivor, merged }: ReturnType<typeof mergedState>,
  others: ContactRow[] = [],
  usesLeft = new Map<string, number>(),
) {
  const { id, email, phone } = merged.row;
  const stored = new StoredContacts(
    [survivor.row, ...others],
    new Map(['vip', 'lead'].map((id) => [id, null])),
    new Map(),
    [],
    [{ id, email, phone, into: 'jon' }],
  );
  return decideUndoMerge(merge, { survivor, merged, stored, usesLeft }, { now: LATER });
}

test('an undo gives both back what they had', () => {
  const { outcome, change } = undo(mergedState(['email', 'phone']));
  expect(outcome).toBe('undone');
  expect(change?.survivor.after).toEqual({ ...jon.row, updated_at: LATER, version: 3 });
  expect(change?.merged.after).toEqual({ ...other.row, updated_at: LATER, version: 9 });
  expect(change?.redemptions).toEqual({
    removed: [
      { contact_id: 'jon', code_id: 'welcome' },
      { contact_id: 'jon', code_id: 'spring' },
    ],
    added: [
      { contact_id: 'jon', code_id: 'welcome', redeemed_at: LATE },
      { contact_id: 'other', code_id: 'welcome', redeemed_at: EARLY },
      { contact_id: 'other', code_id: 'spring', redeemed_at: LATE },
    ],
  });
  expect(change).toMatchObject({
    uses: [{ id: 'welcome', uses: 1 }],
    codeIds: ['friend'],
    formerIds: ['older'],
    noteIds: ['called'],
  });
});

test('what was changed since the merge stays with the contact that stays', () => {
  const state = mergedState(['phone', 'firstname']);
  state.survivor.row = {
    ...state.survivor.row,
    firstname: 'Jonathan',
    company: 'Globex',
    // Taken away and given anew; and a segment of its own.
    segments: [
      ['lead', LATER],
      ['trial', LATER],
    ],
  };
  // Moved on since, or deleted.
  Object.assign(state.survivor, { codeIds: ['own'], formerIds: ['other'], noteIds: ['own'] });
  const { change } = undo(state);
  expect(change).toMatchObject({ codeIds: [], formerIds: [], noteIds: [] });
  expect(change?.survivor.after).toMatchObject({
    phone: null,
    firstname: 'Jonathan',
    company: 'Globex',
    segments: [
      ['lead', LATER],
      ['trial', LATER],
    ],
  });
  expect(change?.merged.after).toMatchObject({ firstname: 'Jon', segments: other.row.segments });
});

test('an undo that would leave no address restores both', () => {
  const state = mergedState(['email', 'phone']);
  state.survivor.row = { ...state.survivor.row, email: null };
  expect(undo(state).change?.survivor.after).toMatchObject({ email: 'jon@x', phone: null });
});

test('a merge is repeated by a request for the same fields alone', () => {
  const lists: ContactFieldList[] = [[], ['phone'], ['email'], ['firstname'], ['email', 'phone']];
  for (const taken of lists) {
    const { merge, survivor } = mergedState(taken);
    expect(lists.filter((take) => hasTaken(merge, survivor.row, take))).toEqual([taken]);
  }
});

test('a use that somebody else has made since does not come back', () => {
  const { change } = undo(mergedState(), [], new Map([['welcome', 0]]));
  expect(change?.uses).toEqual([]);
  expect(change?.redemptions.added).toEqual([
    { contact_id: 'jon', code_id: 'welcome', redeemed_at: LATE },
    { contact_id: 'other', code_id: 'spring', redeemed_at: LATE },
  ]);
});

test('an undo is refused where an address is taken', () => {
  const taken = contact('third', { email: 'j@x' }).row;
  const state = mergedState();
  state.merged.row = { ...state.merged.row, email: null };
  expect(undo(state, [taken])).toMatchObject({
    outcome: 'conflict',
    problems: [{ path: 'email', owner: { id: 'third' } }],
  });
  const reclaimed = mergedState();
  reclaimed.survivor.row = { ...reclaimed.survivor.row, email: 'j@x' };
  expect(undo(reclaimed)).toMatchObject({
    outcome: 'conflict',
    problems: [{ path: 'email', owner: { id: 'jon' } }],
  });
});

// biome-ignore format: a table
test.each<[outcome: string, survivor: Partial<Mergeable>, merged: Partial<Mergeable>]>([
  ['already-undone', {}, { into: null }],
  ['already-undone', {}, { deletedAt: LATER }],
  ['merged-on', {}, { into: 'third' }],
  // Of two merges the later one is undone first.
  ['merged-on', { lastMergedAt: LATER }, {}],
  ['undone', { lastMergedAt: NOW }, {}],
  ['merged-on', { into: 'third', deletedAt: LATER }, {}],
  ['deleted', { deletedAt: LATER }, {}],
])('an undo is %s if the survivor is %j, the merged one %j', (outcome, survivor, merged) => {
  const fresh = mergedState();
  expect(
    undo({ ...fresh, survivor: { ...fresh.survivor, ...survivor }, merged: { ...fresh.merged, ...merged } }).outcome,
  ).toBe(outcome);
});
