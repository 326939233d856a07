import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FieldValue } from '@/lib/contract/field';
import { type Clock, type ContactRequest, decide, isChange, type MergedRow, StoredContacts } from './decide';
import { allFieldValues, type FieldRow } from './field-values';
import { decideMerge, decideUndoMerge, type Mergeable, type StoredMerge } from './merge';
import { makeContactRow } from './testing';

const options = ['a', 'b', 'c'].map((value) => ({ value, label: value, color: null }));
const fields = new Map(
  (['text', 'number', 'date', 'boolean', 'choices'] as const).map((type): [string, FieldRow] => [
    type,
    { key: type, type, options, archived: false },
  ]),
);
fields.set('old', { key: 'old', type: 'text', options: [], archived: true });
const clock: Clock = { now: '2026-04-02T12:00:00.000Z', nextId: () => 'new' };

const ana = makeContactRow('ana', {
  email: 'ana@x',
  custom: { text: '0042', number: '1.10' },
  hiddenCustom: { old: 'kept' },
});
const decideOn = (request: Partial<ContactRequest>) =>
  decide(
    new StoredContacts([ana], new Map(), new Map(), [], [], fields),
    { id: null, fields: { email: 'ana@x' }, ...request },
    clock,
  );

test('an upsert sets values, and blank ones erase nothing', () => {
  const { after } = decideOn({ custom: { text: '', number: null, date: '2026-01-31', boolean: false } });
  expect(after?.custom).toEqual({ text: '0042', number: '1.10', date: '2026-01-31', boolean: false });
  expect(decideOn({ custom: { text: ' ', number: '1.10' } })).toMatchObject({
    outcome: 'unchanged',
    after: ana,
  });
  expect(decideOn({ custom: { number: '1.1' } })).toMatchObject({ outcome: 'updated' });
});

test('an update clears null and blank ones, and keeps those of archived fields', () => {
  const { after } = decideOn({ id: 'ana', fields: {}, custom: { text: null, number: ' ' } });
  expect(after).toMatchObject({ custom: null, hiddenCustom: { old: 'kept' }, version: 2 });
});

test('unknown and archived fields and bad values are refused together', () => {
  for (const id of [null, 'ana'])
    expect(
      decideOn({ id, custom: { nope: 'x', old: 'x', constructor: 'x', number: 'x', text: 'ok' } }),
    ).toMatchObject({
      outcome: 'invalid',
      problems: [
        { path: 'fields.nope', rule: 'unknown_field' },
        { path: 'fields.old', rule: 'unknown_field' },
        { path: 'fields.constructor', rule: 'unknown_field' },
        { path: 'fields.number', rule: 'field_value' },
      ],
    });
});

test('an id finds the contact that has it or had it before a merge, and never another one', () => {
  const crm: FieldRow = { key: 'crm', type: 'id', options: [], archived: false };
  const ben = makeContactRow('ben', { email: 'ben@x', custom: { crm: '1' } });
  const stored = () =>
    new StoredContacts([ana, ben], new Map(), new Map(), [], [], new Map([['crm', crm]]), {}, [
      ['crm', '1', 'ben'],
      ['crm', '0', 'ben'],
    ]);
  const outcomeOf = (crm: string, email?: string, id: string | null = null) => {
    const { outcome, after, problems } = decide(
      stored(),
      { id, fields: email ? { email } : {}, custom: { crm } },
      clock,
    );
    return after
      ? [outcome, after.id, after.email, after.custom?.crm]
      : [outcome, ...problems.map(({ path }) => path)];
  };
  expect(outcomeOf('1')).toEqual(['unchanged', 'ben', 'ben@x', '1']);
  expect(outcomeOf('1', 'new@x')).toEqual(['updated', 'ben', 'new@x', '1']);
  expect(outcomeOf('1', 'ana@x')).toEqual(['conflict', 'fields.crm', 'email']);
  expect(outcomeOf('2', 'ana@x')).toEqual(['updated', 'ana', 'ana@x', '2']);
  expect(outcomeOf('2')).toEqual(['invalid', 'email']);
  // A former id leads to the contact, and changes neither its id nor its email.
  expect(outcomeOf('0')).toEqual(['unchanged', 'ben', 'ben@x', '1']);
  expect(outcomeOf('0', 'new@x')).toEqual(['conflict', 'fields.crm']);
  expect(outcomeOf('0', undefined, 'ben')).toEqual(['updated', 'ben', 'ben@x', '0']);
  expect(outcomeOf('0', undefined, 'ana')).toEqual(['conflict', 'fields.crm']);
});

const values: fc.Arbitrary<Record<string, unknown>> = fc.record(
  {
    text: fc.constantFrom('0042', 'x', '', null),
    number: fc.constantFrom('1.10', '1.1', 7, '007', null),
    date: fc.constantFrom('2026-01-31', '2026-02-30', ''),
    boolean: fc.constantFrom(true, false, null, 'maybe'),
    choices: fc.constantFrom(['a'], ['b', 'a'], [], ['z']),
  },
  { requiredKeys: [] },
);
const step = fc.oneof(
  fc.record({ kind: fc.constant('upsert' as const), at: fc.nat(2), values }),
  fc.record({ kind: fc.constant('update' as const), at: fc.nat(2), values }),
  fc.record({
    kind: fc.constant('merge' as const),
    at: fc.nat(2),
    from: fc.nat(2),
    take: fc.subarray(['text', 'number', 'boolean'] as const),
  }),
  fc.record({ kind: fc.constant('undo' as const) }),
  fc.record({ kind: fc.constant('archive' as const), key: fc.constantFrom('text', 'number', 'boolean') }),
);

/** The whole state, with plain values: what an upsert or update gives stands, unless refused or archived. */
test('any sequence of upserts, updates, merges, undos and archives keeps each value, or says why not', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
      const definitions = new Map([...fields].map(([key, field]) => [key, { ...field }]));
      let people = ['p0', 'p1', 'p2'].map((id) => makeContactRow(id, { email: `${id}@x` }));
      const model = new Map<string, Map<string, FieldValue>>(people.map(({ id }) => [id, new Map()]));
      const merged: (MergedRow & { row: (typeof people)[number] })[] = [];
      const merges: { merge: StoredMerge; before: Map<string, Map<string, FieldValue>> }[] = [];
      let time = 0;
      const tick = () => ({ ...clock, now: new Date(Date.UTC(2026, 3, 3) + ++time * 1000).toISOString() });
      const shown = () => {
        // A read splits values by the fields that are archived now.
        people = people.map((row) => {
          const all = Object.entries(allFieldValues(row) ?? {});
          const pick = (archived: boolean) => {
            const some = all.filter(([key]) => definitions.get(key)?.archived === archived);
            return some.length > 0 ? Object.fromEntries(some) : null;
          };
          return { ...row, custom: pick(false), hiddenCustom: pick(true) };
        });
        return new StoredContacts(people, new Map(), new Map(), [], merged, definitions);
      };
      const mergeable = (row: (typeof people)[number], rest: Partial<Mergeable> = {}): Mergeable => ({
        row,
        deletedAt: null,
        into: null,
        redemptions: [],
        codeIds: [],
        formerIds: [],
        lastMergedAt: null,
        noteIds: [],
        ...rest,
      });
      const replace = (row: (typeof people)[number]) => {
        people = people.map((one) => (one.id === row.id ? row : one));
      };
      for (const one of steps) {
        const stored = shown();
        if (one.kind === 'archive') {
          const field = definitions.get(one.key) as FieldRow;
          field.archived = !field.archived;
          continue;
        }
        if (one.kind === 'undo') {
          const last = merges.pop();
          const gone = merged.pop();
          if (!last || !gone) continue;
          const survivor = people.find(({ id }) => id === last.merge.survivorId);
          if (!survivor) throw new Error('The survivor is gone.');
          const { outcome, change } = decideUndoMerge(
            last.merge,
            {
              survivor: mergeable(survivor, { lastMergedAt: last.merge.at }),
              merged: mergeable(gone.row, { into: gone.into, deletedAt: last.merge.at }),
              stored,
              usesLeft: new Map(),
            },
            tick(),
          );
          expect(outcome).toBe('undone');
          if (!change) continue;
          replace(change.survivor.after);
          people.push(change.merged.after);
          // The one that comes back has what it had; what the survivor was given since stays there.
          model.set(gone.id, last.before.get(gone.id) as Map<string, FieldValue>);
          const record = last.merge.before.merged.stays.custom ?? {};
          const now = model.get(survivor.id) as Map<string, FieldValue>;
          for (const [key, [before, after]] of Object.entries(record))
            if (JSON.stringify(now.get(key) ?? null) === JSON.stringify(after)) {
              if (before === null) now.delete(key);
              else now.set(key, before);
            }
        } else if (one.kind === 'merge') {
          const [into, from] = [people[one.at], people[one.from]];
          if (!into || !from || into === from) continue;
          const now = tick();
          const take = one.take.map((key) => `fields.${key}` as const);
          const { outcome, change, record } = decideMerge(
            mergeable(into),
            mergeable(from),
            { id: into.id, from: from.id, take },
            now,
            definitions,
          );
          const isKnown = one.take.every((key) => !definitions.get(key)?.archived);
          expect(outcome).toBe(isKnown ? 'merged' : 'invalid');
          if (!change || !record) continue;
          const before = new Map([...model].map(([id, values]) => [id, new Map(values)]));
          const [own, others] = [model.get(into.id), model.get(from.id)] as [
            Map<string, FieldValue>,
            Map<string, FieldValue>,
          ];
          for (const [key, value] of others) if (!own.has(key)) own.set(key, value);
          for (const key of one.take) {
            const value = others.get(key);
            if (value === undefined) own.delete(key);
            else own.set(key, value);
          }
          model.delete(from.id);
          replace(change.survivor.after);
          people = people.filter(({ id }) => id !== from.id);
          merged.push({
            id: from.id,
            email: from.email,
            phone: null,
            into: into.id,
            row: change.merged.after,
          });
          const merge: StoredMerge = {
            id: now.now,
            at: now.now,
            survivorId: into.id,
            before: { merged: record },
            after: {},
          };
          merges.push({ merge, before });
        } else {
          const person = people[one.at];
          if (!person) continue;
          const isUpdate = one.kind === 'update';
          const decision = decide(
            stored,
            {
              id: isUpdate ? person.id : null,
              fields: isUpdate ? {} : { email: person.email },
              custom: one.values,
            },
            tick(),
          );
          const bad = Object.entries(one.values).filter(
            ([key, value]) =>
              definitions.get(key)?.archived ||
              ['007', '2026-02-30', 'maybe'].includes(value as string) ||
              JSON.stringify(value) === '["z"]',
          );
          expect(decision.problems.map(({ path }) => path)).toEqual(bad.map(([key]) => `fields.${key}`));
          if (bad.length > 0) continue;
          if (isChange(decision) && decision.after) replace(decision.after);
          const own = model.get(person.id) as Map<string, FieldValue>;
          for (const [key, value] of Object.entries(one.values)) {
            const isBlank = value === null || value === '' || (Array.isArray(value) && value.length === 0);
            if (!isBlank)
              own.set(
                key,
                typeof value === 'number'
                  ? String(value)
                  : Array.isArray(value)
                    ? value.toSorted()
                    : (value as FieldValue),
              );
            else if (isUpdate) own.delete(key);
          }
        }
        for (const row of people)
          expect(allFieldValues(row) ?? {}).toEqual(Object.fromEntries(model.get(row.id) ?? []));
      }
    }),
    { numRuns: 400, seed: 56 },
  );
});
