import { createLoader } from 'nuqs/server';
import { expect, test } from 'vitest';
import { contactListParameters, filterFields, toFilter } from './contact-list-state';
import { suggestFilters } from './filter-suggestions';

const read = createLoader(contactListParameters);
const values = {
  segment: [
    { value: 'vip', label: 'VIP', color: '#ff0000', count: 31 },
    { value: 'lead', label: 'Lead', color: null },
  ],
  referralCode: [{ value: 'FRIEND-003' }],
};
const juniper = { company: [{ value: 'Juniper Publishing', count: 118 }] };
const suggest = (words: string, query = '', found = {}) =>
  suggestFilters(words, filterFields, read(query), { ...values, ...found });
const labels = (words: string, found = {}) => suggest(words, '', found).map(({ label }) => label);

test.each<[string, string, object]>([
  ['last 7', 'Created in the last 7 days', { created: 'last-7-days' }],
  ['no ph', 'Has no phone', { lacks: ['phone'] }],
  ['vip', 'Segment is VIP', { segmentId: ['vip'] }],
  ['no seg', 'Has no segment', { segmentId: ['none'] }],
  ['003', '', {}],
  ['friend', 'Referral code is FRIEND-003', { referralCode: 'FRIEND-003' }],
])('%o finds %o first', (words, label, filter) => {
  const [first] = suggest(words);
  expect(first?.label ?? '').toBe(label);
  const { timeZone: _, ...applied } = toFilter({ ...read(''), ...first?.state });
  expect(applied).toEqual(filter);
});

test('without words, the fields are offered, and what is found in the contacts comes last', () => {
  expect(labels('').slice(0, 3)).toEqual(['Segment', 'Company', 'Job title']);
  expect(suggest('')[0]?.field).toBe('segment');
  expect(labels('juni')).toEqual([]);
  expect(labels('juni', juniper)).toEqual(['Company is Juniper Publishing']);
  const jobtitle = [
    { value: 'Buyer', count: 2 },
    { value: 'Head buyer', count: 1 },
  ];
  expect(labels('buyer', { company: [], jobtitle })).toEqual([
    'Job title is Buyer',
    'Job title is Head buyer',
    'Job title contains “buyer”',
  ]);
});

test('a value is added to those of the same filter', () => {
  const choose = (words: string, query: string) =>
    toFilter({ ...read(query), ...suggest(words, query, juniper)[0]?.state });
  expect(choose('juni', '?company=Acme')).toEqual({ company: ['Acme', 'Juniper Publishing'] });
  expect(choose('juni', '?companyContains=ac')).toEqual({ company: ['Juniper Publishing'] });
  expect(choose('vip', '?segment=lead')).toEqual({ segmentId: ['lead', 'vip'] });
  expect(choose('vip', '?segment=lead&segmentMatch=none')).toEqual({ segmentId: ['vip'] });
  expect(suggest('friend', '?referralCode=FAIR')[0]?.state).toEqual({ referralCode: 'FRIEND-003' });
});
