import { expect, test } from 'vitest';
import type { ContactRow } from '@/lib/contacts/contact-row';
import { type ContactRequest, StoredContacts } from '@/lib/contacts/decide';
import { makeContactRow } from '@/lib/contacts/testing';
import { expectLinear } from '@/lib/import/testing-growth';
import { decideRows, type RowToDecide } from './decide-rows';

const NOW = '2026-05-01T12:00:00.000Z';
const row = (fields: ContactRequest['fields'], rest: Partial<RowToDecide> = {}): RowToDecide => ({
  id: null,
  fields,
  segmentIds: [],
  ...rest,
});
const settings = { mode: 'both', fillBlanks: false, sharedAddresses: 'hold' } as const;

function decided(
  contacts: ContactRow[],
  rows: RowToDecide[],
  changed: Partial<Parameters<typeof decideRows>[3]> = {},
) {
  const stored = new StoredContacts(contacts, new Map([['vip', null]]), new Map(), []);
  let next = 0;
  const clock = { now: NOW, nextId: () => `new ${++next}` };
  return decideRows(stored, rows, clock, { ...settings, ...changed });
}
const outcomes = (...given: Parameters<typeof decided>) => decided(...given).map((one) => one.row);

const ana = row({ firstname: 'Ana', lastname: 'Silva', email: 'ana@x', phone: '+1' });
const ben = row({ firstname: 'Ben', lastname: 'Silva', email: 'ben@x', phone: '+1' });
const cleo = row({ firstname: 'Cleo', lastname: 'Silva', phone: '+1' });
const storedAna = makeContactRow('ana', { firstname: 'Ana', lastname: 'Silva', email: 'ana@x', phone: '+1' });

test.each([{}, { fillBlanks: true }, { mode: 'create' as const }])(
  'another person is held back: %j',
  (changed) => {
    expect(outcomes([], [ana, ben, cleo], changed)).toEqual(['created', 'shared', 'shared']);
    expect(outcomes([storedAna], [ben], changed)).toEqual(['shared']);
    expect(decided([storedAna], [ben], changed)[0]).toMatchObject({
      after: null,
      leftOut: [{ path: 'phone', rule: 'shared', owner: { id: 'ana' } }],
    });
  },
);

test('or imported without the shared address, the second time as the first', () => {
  const changed = { sharedAddresses: 'leaveOut' } as const;
  const [, second, third] = decided([], [ana, ben, cleo], changed);
  expect(second).toMatchObject({ row: 'created', after: { email: 'ben@x', phone: null } });
  // Nothing else would lead to her.
  expect(third?.row).toBe('shared');
  const storedBen = makeContactRow('ben', { firstname: 'Ben', lastname: 'Silva', email: 'ben@x' });
  expect(outcomes([storedAna, storedBen], [ana, ben, cleo], changed)).toEqual([
    'unchanged',
    'unchanged',
    'shared',
  ]);
});

test('or updates who has it, as the API would', () => {
  expect(outcomes([], [ana, ben, cleo], { sharedAddresses: 'update' })).toEqual([
    'created',
    'updated',
    'updated',
  ]);
});

test('where both addresses lead to others, nobody knows whom the row is about', () => {
  const contacts = [storedAna, makeContactRow('bo', { email: 'ben@x', firstname: 'Bo', lastname: 'Lind' })];
  expect(
    outcomes(contacts, [row({ firstname: 'Dora', lastname: 'Eck', email: 'ben@x', phone: '+1' })]),
  ).toEqual(['conflict']);
});

test('a row that names its contact corrects its addresses', () => {
  const stored = [makeContactRow('ana', { email: 'anna@x' }), makeContactRow('bo', { email: 'bo@x' })];
  const [fixed, gone, taken] = decided(stored, [
    row({ email: 'ana@x' }, { contactId: 'ana' }),
    row({ email: 'cy@x' }, { contactId: 'gone' }),
    row({ email: 'bo@x' }, { contactId: 'ana' }),
  ]);
  expect(fixed).toMatchObject({
    row: 'updated',
    before: { id: 'ana' },
    after: { id: 'ana', email: 'ana@x' },
  });
  expect(gone?.row).toBe('created');
  expect(taken).toMatchObject({ row: 'conflict', problems: [{ path: 'email', owner: { id: 'bo' } }] });
  expect(outcomes(stored, [row({ company: 'Acme' }, { contactId: 'ana' })])).toEqual(['updated']);
});

test('an unusual phone is imported only where it is stored', () => {
  const unusual = row({ phone: '+86', firstname: 'Bo' }, { isUnusual: true });
  expect(decided([], [unusual])[0]).toMatchObject({
    row: 'rejected',
    leftOut: [{ path: 'phone', rule: 'unusual' }],
    problems: [{ rule: 'no_identifier' }],
  });
  expect(outcomes([makeContactRow('bo', { phone: '+86', firstname: 'Bo' })], [unusual])).toEqual([
    'unchanged',
  ]);
});

test('a code that cannot be redeemed and a segment that is gone are left out', () => {
  const [one] = decided([], [row({ email: 'a@x' }, { referralCode: 'NO', segmentIds: ['vip', 'gone'] })]);
  expect(one).toMatchObject({
    row: 'created',
    added: ['vip'],
    redeemed: null,
    leftOut: [{ rule: 'unknown_segment' }, { path: 'referralCode', rule: 'code_not_recognized' }],
  });
});

test.each([{}, { fillBlanks: true }, { mode: 'update' as const, fillBlanks: true }])(
  'a former address leads to the contact that stays, and is not imported: %j',
  (changed) => {
    const jon = makeContactRow('jon', { email: 'jon@x', firstname: 'Jon' });
    const gone = { id: 'gone', email: 'j@x', phone: '+1', into: 'jon' };
    const stored = () => new StoredContacts([jon], new Map(), new Map(), [], [gone]);
    const clock = { now: NOW, nextId: () => 'new' };
    const decide = (...rows: RowToDecide[]) => decideRows(stored(), rows, clock, { ...settings, ...changed });
    const [byEmail, again] = decide(row({ email: 'j@x', company: 'Acme' }), row({ email: 'j@x' }));
    expect(byEmail).toMatchObject({ row: 'updated', after: { id: 'jon', email: 'jon@x', company: 'Acme' } });
    expect(again?.row).toBe('unchanged');
    const [unusual] = decide({ ...row({ phone: '+1', company: 'Acme' }), isUnusual: true });
    expect(unusual).toMatchObject({ row: 'updated', leftOut: [], after: { id: 'jon', phone: null } });
    for (const fields of [
      { email: 'new@x', phone: '+1', firstname: 'Jon' },
      { email: 'j@x', phone: '+2', firstname: 'Jon' },
    ])
      expect(decide(row(fields))).toMatchObject([{ row: 'conflict', problems: [{ owner: jon }] }]);
    const [byId] = decide({ ...row({ company: 'Acme' }), contactId: 'gone' });
    expect(byId).toMatchObject({ row: 'updated', after: { id: 'jon', company: 'Acme' } });
  },
);

test.each<[string, (index: number) => RowToDecide]>([
  ['people of their own', (index) => row({ firstname: 'Ana', email: `${index}@x`, phone: `+${index}` })],
  ['the same person', () => ana],
  ['a phone that all share', (index) => row({ firstname: `A${index}`, email: `${index}@x`, phone: '+1' })],
  ['emails and phones crosswise', (index) => row({ email: `${index % 9}@x`, phone: `+${index % 7}` })],
])('twice the rows take about twice the time: %s', async (_, make) => {
  await expectLinear(
    (count) =>
      decided(
        [storedAna],
        Array.from({ length: count }, (_, n) => make(n)),
      ),
    2_000,
  );
});
