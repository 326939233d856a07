import { createLoader } from 'nuqs/server';
import { expect, test } from 'vitest';
import type { ContactFilter } from '@/lib/contract/contact-filter';
import {
  contactListParameters,
  contactListSearch,
  filterOf,
  filterWords,
  narrowingOf,
} from './contact-list-state';

const read = createLoader(contactListParameters);
const segments = new Map([['vip', { title: 'VIP' }]]);

test('the URL is the query of the API, by page numbers', () => {
  const state = read(
    '?search=%20acme%20&segment=vip,none&segmentMatch=none&has=email&createdTo=2026-01-31&referralCode=Fair&sort=-name&page=3&size=25',
  );
  expect(contactListSearch(state).toString()).toBe(
    'search=acme&segmentId=vip&segmentId=none&segmentMatch=none&has=email&createdTo=2026-02-01T00%3A00%3A00.000Z&referralCode=Fair&sort=-name&page=3&pageSize=25',
  );
});

test('what the URL says wrongly is as if it were not there', () => {
  const state = read('?sort=password&page=-1&size=7&segmentMatch=some&has=x&updatedFrom=soon');
  expect(contactListSearch(state).toString()).toBe('sort=-updatedAt&page=1&pageSize=50');
});

test.each<[ContactFilter, string]>([
  [{}, ''],
  [{ search: 'acme' }, 'matching “acme”'],
  [{ referralCode: 'FAIR' }, 'where referral code is FAIR'],
  [{ segmentId: ['vip'], referralCode: 'FAIR' }, 'where segment is VIP and referral code is FAIR'],
  [{ segmentId: ['vip', 'none'] }, 'where segment is VIP or empty'],
  [{ segmentId: ['vip', 'gone'], segmentMatch: 'all' }, 'where segment is VIP and a deleted segment'],
  [
    { has: ['email'], lacks: ['company', 'phone'] },
    'where email is set and phone is empty and company is empty',
  ],
  [{ company: 'Acme' }, 'where company is Acme'],
  [
    { createdFrom: '2026-01-31T00:00:00.000Z', createdTo: '2026-02-02T00:00:00.000Z' },
    'where created Jan 31, 2026 to Feb 1, 2026',
  ],
  [{ updatedFrom: '2026-01-31T00:00:00.000Z' }, 'where updated since Jan 31, 2026'],
  [
    { search: 'a', segmentId: ['gone'], segmentMatch: 'none' },
    'matching “a” where segment is not a deleted segment',
  ],
])('%o in words', (filter, words) => {
  expect(filterWords(filter, segments)).toBe(words);
  expect(filterOf({ ...read(''), ...narrowingOf(filter) })).toEqual(filter);
});
