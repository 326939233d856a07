import { createLoader } from 'nuqs/server';
import { expect, test } from 'vitest';
import { findInvalidParameters } from '@/components/data-table/ignored-parameters';
import { toSearch } from '@/components/hooks/reply';
import type { ContactFilter } from '@/lib/contract/contact-filter';
import {
  contactListParameters,
  type FilterField,
  filterWords,
  getConditions,
  hasDays,
  toFilter,
  toIncludes,
  toListQuery,
  toUrlFilter,
} from './contact-list-state';
import { findOperators } from './filter-operators';

// Days are the reader's.
process.env.TZ = 'Europe/Berlin';

const read = createLoader(contactListParameters);
const segments = new Map([['vip', { title: 'VIP' }]]);

test('the URL is the query of the API, by page numbers', () => {
  const state = read(
    '?search=%20acme%20&segment=vip,none&segmentMatch=none&has=email&createdTo=2026-01-31&referralCode=Fair&sort=-name&page=3&size=25',
  );
  expect(toSearch(toListQuery(state)).toString()).toBe(
    'search=acme&segmentId=vip&segmentId=none&segmentMatch=none&has=email&createdTo=2026-01-31T23%3A00%3A00.000Z&referralCode=Fair&sort=-name&page=3&pageSize=25',
  );
});

test('companies and job titles may contain commas', () => {
  const state = read('?company=Acme,%20Inc&company=Beta');
  expect(toFilter(state)).toEqual({ company: ['Acme, Inc', 'Beta'] });
  expect(toSearch(toListQuery(state)).getAll('company')).toEqual(['Acme, Inc', 'Beta']);
});

test('a list includes what its columns show and the person may read', () => {
  const columns = ['lastNote', 'email', 'addedBy'];
  expect(toIncludes(columns, () => true)).toEqual(['addedBy', 'lastNote']);
  expect(toIncludes(columns, (operation) => operation !== 'listActivity')).toEqual(['lastNote']);
  expect(toIncludes(null, () => true)).toEqual([]);
  expect(toSearch(toListQuery(read('?size=25'), ['addedBy', 'lastNote'])).toString()).toBe(
    'include=addedBy&include=lastNote&sort=-updatedAt&page=1&pageSize=25',
  );
  const state = read('?columns=email,phone&widths=email:240,phone:9&density=compact');
  expect([state.columns, state.widths, state.density]).toEqual([
    ['email', 'phone'],
    { email: 240, phone: 48 },
    'compact',
  ]);
});

test('what the URL says wrongly is as if it were not there, and is told', () => {
  const wrong =
    'sort=password&page=-1&size=7&segmentMatch=some&has=x&updatedFrom=02/01/2026&createdTo=2026-02-30&widths=email';
  const state = read(`?${wrong}`);
  expect(toSearch(toListQuery(state)).toString()).toBe('sort=-updatedAt&page=1&pageSize=50');
  expect(getConditions(state, segments)).toEqual([]);
  const unreadable = findInvalidParameters(contactListParameters, new URLSearchParams(wrong));
  expect(unreadable.sort()).toEqual(wrong.split('&').sort());
  const right = new URLSearchParams(
    'search=a&has=email,phone&segment=vip,none&company=Acme,%20Inc&company=Beta&createdTo=2026-02-28&page=2&sort=name',
  );
  expect(findInvalidParameters(contactListParameters, right)).toEqual([]);
});

test('a day begins and ends in the reader’s time zone, also where the clocks change', () => {
  expect(toFilter(read('?createdFrom=2026-03-29&createdTo=2026-03-29'))).toEqual({
    createdFrom: '2026-03-28T23:00:00.000Z',
    createdTo: '2026-03-29T22:00:00.000Z',
  });
});

test('relative days are words in the URL and in what is asked for; only the service knows their times', () => {
  const state = read('?created=last-7-days&updated=yesterday');
  expect(toFilter(state)).toEqual({ created: 'last-7-days', timeZone: 'Europe/Berlin' });
  expect([hasDays(state), hasDays(read('?company=a'))]).toEqual([true, false]);
  expect(findInvalidParameters(contactListParameters, new URLSearchParams('updated=yesterday'))).toEqual([
    'updated=yesterday',
  ]);
});

test('a field is filtered by one operator at a time', () => {
  const state = read('?company=a&companyContains=b&has=email,company&created=today&updatedFrom=2026-01-01');
  const choose = (name: FilterField, label: string, text = '') => {
    const operator = findOperators(name, state).find((one) => one.label === label);
    return toFilter({ ...state, ...operator?.apply(text ? [text] : operator.values) });
  };
  const { company: _, companyContains: __, ...others } = toFilter(state);
  expect(choose('company', 'is any of', 'b, c')).toEqual({ ...others, has: ['email'], company: ['b, c'] });
  expect(choose('company', 'contains', 'c')).toEqual({ ...others, has: ['email'], companyContains: 'c' });
  expect(choose('company', 'is empty')).toEqual({ ...others, has: ['email'], lacks: ['company'] });
  expect(choose('company', 'is set')).toEqual({ ...others, has: ['email', 'company'] });
  expect(choose('email', 'is empty')).toEqual({ ...toFilter(state), has: ['company'], lacks: ['email'] });
  const { updatedFrom: ___, ...rest } = toFilter(state);
  expect(choose('updated', 'This month')).toEqual({ ...rest, updated: 'this-month' });
  expect(choose('segment', 'is empty')).toEqual({ ...toFilter(state), segmentId: ['none'] });
});

test.each<[ContactFilter, string]>([
  [{}, ''],
  [{ search: 'acme' }, 'matching “acme”'],
  [{ referralCode: 'FAIR' }, 'where referral code is FAIR'],
  [{ segmentId: ['vip'], referralCode: 'FAIR' }, 'where segment is VIP and referral code is FAIR'],
  [{ segmentId: ['vip', 'none'] }, 'where segment is any of VIP, empty'],
  [{ segmentId: ['vip', 'gone'], segmentMatch: 'all' }, 'where segment is all of VIP, a deleted segment'],
  [
    { has: ['email'], lacks: ['company', 'phone'] },
    'where company is empty and email is set and phone is empty',
  ],
  [{ company: ['Acme, Inc', 'Beta'] }, 'where company is any of Acme, Inc, Beta'],
  [
    { companyContains: 'cm', jobtitle: ['CEO'], lacks: ['email'], has: ['jobtitle'] },
    'where company contains cm and job title is CEO and job title is set and email is empty',
  ],
  [{ created: 'last-7-days', timeZone: 'Europe/Berlin' }, 'where created in the last 7 days'],
  [
    { created: 'today', updated: 'this-month', timeZone: 'Europe/Berlin', jobtitleContains: 'x' },
    'where job title contains x and created today and updated this month',
  ],
  [
    { createdFrom: '2026-01-30T23:00:00.000Z', createdTo: '2026-02-01T23:00:00.000Z' },
    'where created Jan 31, 2026 to Feb 1, 2026',
  ],
  [{ updatedFrom: '2026-01-30T23:00:00.000Z' }, 'where updated since Jan 31, 2026'],
  [
    { search: 'a', segmentId: ['gone'], segmentMatch: 'none' },
    'matching “a” where segment is not a deleted segment',
  ],
])('%o in words', (filter, words) => {
  expect(filterWords(filter, segments)).toBe(words);
  expect(toFilter({ ...read(''), ...toUrlFilter(filter) })).toEqual(filter);
});
