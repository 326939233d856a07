import { expect, test } from 'vitest';
import { chosenBy, mergeValues } from './contact-form-merge';
import { emptyValues } from './contact-form-values';

const [vip, lead, churn] = ['vip', 'lead', 'churn'];
const base = { ...emptyValues, email: 'ana@example.com', company: 'Acme', segmentIds: [churn] };

test('merges their changes, and asks where both sides changed a field', () => {
  const mine = { ...base, company: 'Mine', jobtitle: 'Boss', lastname: 'Silva' };
  const theirs = { ...base, company: 'Theirs', phone: '+4930901820', lastname: 'Silva' };
  expect(mergeValues(base, mine, theirs)).toEqual({
    values: { ...mine, phone: '+4930901820' },
    conflicts: [{ field: 'company', before: 'Acme', mine: 'Mine', theirs: 'Theirs', choice: null }],
  });
});

test('merges segments as a set of additions and removals', () => {
  const merged = (mine: string[], theirs: string[]) =>
    mergeValues(base, { ...base, segmentIds: mine }, { ...base, segmentIds: theirs });
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
  expect(chosenBy(conflict, 'Mine')).toBe(conflict);
  expect(chosenBy(conflict, 'Third')).toMatchObject({ mine: 'Third', choice: 'mine' });
  const theirs = chosenBy(conflict, 'Theirs');
  expect(theirs).toMatchObject({ mine: 'Mine', choice: 'theirs' });
  expect(chosenBy(theirs, 'Theirs')).toBe(theirs);
  expect(chosenBy(theirs, 'Mine')).toMatchObject({ mine: 'Mine', choice: 'mine' });
});
