import { describe, expect, test } from 'vitest';
import { browserError } from '@/components/hooks/call-error';
import type { Contact } from '@/lib/contract/contact';
import { chooseTyped, type FormState, mergeValues, nextState } from './contact-form-state';
import { type ContactValues, emptyValues, toFormValues } from './contact-form-values';
import { ana } from './testing';

const base = { contact: ana, etag: '"1"' };
const editing: FormState = { name: 'editing', base };
const typed = { ...toFormValues(ana), company: 'Mine' };

test('a save begins once', () => {
  const saving = nextState(editing, { type: 'save' });
  expect(saving).toEqual({ name: 'saving', base });
  expect(nextState(saving, { type: 'save' })).toBe(saving);
  expect(nextState(saving, { type: 'based', base })).toEqual(editing);
});

describe('a conflict', () => {
  const about: ContactValues = { ...emptyValues, email: 'ana@example.com', phone: '+4930901820' };
  const owners = { email: ana, phone: { ...ana, id: 'ben' } };
  const conflict = nextState(
    { name: 'saving', base: undefined },
    { type: 'refused', values: about, refusal: { kind: 'conflict', owners } },
  );

  test('stays while other fields are typed', () => {
    expect(conflict).toMatchObject({ name: 'conflict', owners });
    expect(nextState(conflict, { type: 'typed', values: { ...about, company: 'Acme' } })).toBe(conflict);
  });

  test.each(['email', 'phone'] as const)('is over once another %s is typed', (field) => {
    const values = { ...about, [field]: 'fresh' };
    expect(nextState(conflict, { type: 'typed', values })).toEqual({ name: 'editing', base: undefined });
  });

  test('ends with the next save', () => {
    expect(nextState(conflict, { type: 'save' }).name).toBe('saving');
  });
});

describe('an unusual phone', () => {
  const about: ContactValues = { ...emptyValues, phone: '+861112345678' };
  const unusual = nextState(
    { name: 'saving', base: undefined },
    { type: 'refused', values: about, refusal: { kind: 'unusual', phone: about.phone } },
  );

  test('is asked about until it is changed or saved again', () => {
    expect(unusual).toMatchObject({ name: 'unusual', phone: about.phone });
    expect(nextState(unusual, { type: 'typed', values: { ...about, company: 'Acme' } })).toBe(unusual);
    const other = { ...about, phone: '+4930901820' };
    expect(nextState(unusual, { type: 'typed', values: other })).toEqual({
      name: 'editing',
      base: undefined,
    });
    expect(nextState(unusual, { type: 'save' }).name).toBe('saving');
  });
});

describe('a stale form', () => {
  const stale = (theirs: Contact['contact']) =>
    nextState(
      { name: 'saving', base },
      {
        type: 'refused',
        values: typed,
        refusal: {
          kind: 'stale',
          by: 'Edda',
          latest: { contact: { ...ana, contact: theirs }, etag: '"2"' },
        },
      },
    );
  const undecided = stale({ ...ana.contact, company: 'Theirs', jobtitle: 'Boss' });

  test('is based on the latest version and names who saved first', () => {
    expect(undecided).toMatchObject({
      name: 'stale',
      by: 'Edda',
      base: { etag: '"2"' },
      before: typed,
      after: { company: 'Mine', jobtitle: 'Boss' },
      conflicts: [{ field: 'company', mine: 'Mine', theirs: 'Theirs', choice: null }],
    });
  });

  test('is not saved without a choice, and marks it as missing', () => {
    const asked = nextState(undecided, { type: 'save' });
    expect(asked).toMatchObject({ name: 'stale', isChoiceMissing: true });
    const chosen = nextState(asked, { type: 'chosen', field: 'company', choice: 'theirs' });
    expect(chosen).toMatchObject({ name: 'stale', isChoiceMissing: false });
    expect(nextState(chosen, { type: 'save' }).name).toBe('saving');
  });

  test('takes typing as a choice', () => {
    expect(nextState(undecided, { type: 'typed', values: typed })).toBe(undecided);
    const third = nextState(undecided, { type: 'typed', values: { ...typed, company: 'Third' } });
    expect(third).toMatchObject({ conflicts: [{ mine: 'Third', choice: 'mine' }] });
  });

  test('is saved again without questions if there is no conflict', () => {
    const merged = stale({ ...ana.contact, jobtitle: 'Boss' });
    expect(merged).toMatchObject({ name: 'stale', conflicts: [] });
    expect(nextState(merged, { type: 'save' }).name).toBe('saving');
  });
});

test('a deleted contact can be saved again once it is restored', () => {
  const gone = nextState(
    { name: 'saving', base },
    { type: 'refused', values: typed, refusal: { kind: 'gone' } },
  );
  expect(gone).toEqual({ name: 'gone', base });
  expect(nextState(gone, { type: 'save' }).name).toBe('saving');
});

test('an error keeps the form in its state', () => {
  const error = browserError('NETWORK', 'No.');
  expect(
    nextState(
      { name: 'saving', base },
      { type: 'refused', values: typed, refusal: { kind: 'error', error } },
    ),
  ).toEqual(editing);
});

const [vip, lead, churn] = ['vip', 'lead', 'churn'];
const shared = { ...emptyValues, email: 'ana@example.com', company: 'Acme', segmentIds: [churn] };

test('merges their changes, and asks where both sides changed a field', () => {
  const mine = { ...shared, company: 'Mine', jobtitle: 'Boss', lastname: 'Silva' };
  const theirs = { ...shared, company: 'Theirs', phone: '+4930901820', lastname: 'Silva' };
  expect(mergeValues(shared, mine, theirs)).toEqual({
    values: { ...mine, phone: '+4930901820' },
    conflicts: [{ field: 'company', before: 'Acme', mine: 'Mine', theirs: 'Theirs', choice: null }],
  });
});

test('merges segments as a set of additions and removals', () => {
  const merged = (mine: string[], theirs: string[]) =>
    mergeValues(shared, { ...shared, segmentIds: mine }, { ...shared, segmentIds: theirs });
  expect(merged([churn, vip], [churn, lead]).values.segmentIds).toEqual([churn, lead, vip]);
  expect(merged([vip], [churn, lead]).values.segmentIds).toEqual([lead, vip]);
  expect(merged([churn, vip], []).values.segmentIds).toEqual([vip]);
  expect(merged([churn, vip], [churn, vip]).values.segmentIds).toEqual([churn, vip]);
  expect(merged([churn, vip], [lead]).conflicts).toEqual([]);
});

test('typing in a conflicting field is a choice', () => {
  const conflict = {
    field: 'company',
    before: 'Acme',
    mine: 'Mine',
    theirs: 'Theirs',
    choice: null,
  } as const;
  expect(chooseTyped(conflict, 'Mine')).toBe(conflict);
  expect(chooseTyped(conflict, 'Third')).toMatchObject({ mine: 'Third', choice: 'mine' });
  const theirs = chooseTyped(conflict, 'Theirs');
  expect(theirs).toMatchObject({ mine: 'Mine', choice: 'theirs' });
  expect(chooseTyped(theirs, 'Theirs')).toBe(theirs);
  expect(chooseTyped(theirs, 'Mine')).toMatchObject({ mine: 'Mine', choice: 'mine' });
});
