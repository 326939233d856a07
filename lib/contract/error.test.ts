import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { contactListQuery, contactUpdate, contactUpsert } from './contact';
import { toErrorDetails } from './error';
import { referralCodeCreate } from './referral-code';
import { tokenCreate } from './token';
import { trashRestore } from './trash';

const id = '0198c0de-7a11-7000-8000-0123456789ab';
const pathsOf = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value);
  return error ? toErrorDetails(error).map(({ path }) => path) : [];
};

describe('details name each problem', () => {
  test.each([
    ['a field of the wrong type', { email: 'a@b.example', firstname: 1 }, ['firstname']],
    ['an unknown field', { email: 'a@b.example', firstName: 'Ana' }, ['firstName']],
    [
      'an element of a list',
      { email: 'a@b.example', segmentIds: [id, 'x', id, 2] },
      ['segmentIds.1', 'segmentIds.3'],
    ],
    ['a list that is none', { email: 'a@b.example', segmentIds: id }, ['segmentIds']],
    ['a list that is too long', { email: 'a@b.example', segmentIds: Array(101).fill(id) }, ['segmentIds']],
    ['what is missing', { email: ' ', phone: null, company: 'Acme' }, ['email']],
    ['what is missing, beside what is wrong', { company: 1, foo: 2 }, ['company', 'email', 'foo']],
    ['nothing missing where an identifier is wrong', { email: 'ana' }, ['email']],
    ['the body', [], ['']],
    [
      'all of them at once',
      {
        email: 'ana',
        phone: '030',
        firstname: 'a\u0000',
        lastname: 'x'.repeat(201),
        jobtitle: {},
        company: [],
        segmentIds: ['x'],
        referralCode: 'x'.repeat(65),
        firstName: 'Ana',
        a: 1,
      },
      [
        'a',
        'company',
        'email',
        'firstName',
        'firstname',
        'jobtitle',
        'lastname',
        'phone',
        'referralCode',
        'segmentIds.0',
      ],
    ],
  ])('%s', (_, body, paths) => expect(pathsOf(contactUpsert, body).sort()).toEqual(paths.sort()));

  test('the first hundred, and how many more there are', () => {
    const unknown = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, 1]));
    const details = (value: unknown) => toErrorDetails(contactUpsert.safeParse(value).error as z.ZodError);
    expect(details({ email: 'a@b.example', ...unknown(100) })).toHaveLength(100);
    const many = details({ email: 'ana', ...unknown(100_000) });
    expect(many).toHaveLength(100);
    expect(many.at(-1)).toEqual({ path: '', message: 'There are 99,902 more problems.' });
    expect(many.slice(0, 2).map(({ path }) => path)).toEqual(['email', 'key0']);
  });

  test('only the length of a far too long list', () =>
    expect(pathsOf(tokenCreate, { name: 'A', scopes: Array(10_000).fill('x') })).toEqual(['scopes']));

  test('a referral code in an update', () =>
    expect(pathsOf(contactUpdate, { referralCode: 'WELCOME' })).toEqual(['referralCode']));

  test.each([
    [{}, ['']],
    [{ ids: [] }, ['ids']],
    [{ ids: ['x', id] }, ['ids.0']],
    [{ ids: id }, ['ids']],
    [{ deletionId: 'x' }, ['deletionId']],
    [{ ids: [id], deletionId: id }, ['']],
    [{ ids: [id], all: true }, ['all']],
    [{ deletionId: id, all: true }, ['all']],
    [null, ['']],
    [{ ids: [id, id] }, []],
    [{ deletionId: id }, []],
  ])('what to restore: %j', (body, paths) => expect(pathsOf(trashRestore, body)).toEqual(paths));

  test.each([
    ['page', '0'],
    ['page', '1.5'],
    ['page', ''],
    ['pageSize', '101'],
    ['pageSize', '-1'],
    ['sort', 'addedBy'],
    ['sort', '--name'],
    ['segmentId', 'all'],
    ['search', 'a\u0000b'],
    ['search', 'x'.repeat(201)],
    ['cursor', ''],
    ['search', ['a', 'b']],
    ['limit', '5'],
  ])('a list with %s=%s', (name, value) => {
    const [path] = pathsOf(contactListQuery, { [name]: value });
    expect(path?.split('.')[0]).toBe(name);
  });
});

describe('times of requests', () => {
  const expires = (expiresAt: string) =>
    tokenCreate.safeParse({ name: 'A', scopes: ['contacts:read'], expiresAt }).data?.expiresAt;

  test('come in any offset and go on in UTC', () => {
    expect(expires('2027-01-31T01:30:00+02:00')).toBe('2027-01-30T23:30:00.000Z');
    expect(expires('2027-01-31T01:30:00.123456Z')).toBe('2027-01-31T01:30:00.123Z');
  });

  test.each([
    '2027-02-29T00:00:00Z',
    '2027-01-31',
    'tomorrow',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-01:00',
    '',
  ])('cannot be %s', (expiresAt) => {
    expect(expires(expiresAt)).toBeUndefined();
    expect(pathsOf(referralCodeCreate, { code: 'A', expiresAt })).toEqual(['expiresAt']);
  });
});
