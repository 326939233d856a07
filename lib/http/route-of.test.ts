import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { operations } from '@/lib/contract/operations';
import { toRoute } from './route-of';

test.each([
  ['/v1/contacts/ana@b.example', '/v1/contacts/{id}'],
  ['/api/v1/contacts/%2B4930901820/notes/?search=ana', '/api/v1/contacts/{id}/notes/'],
  ['/contacts/ana', '/contacts/{id}'],
  ['/data/listContacts?search=ana', '/data/listContacts'],
  ['/ana@b.example', '/{id}'],
  ['/', '/'],
  [undefined, ''],
])('of %s is %s', (target, route) => expect(toRoute(target)).toBe(route));

test('knows all words of the API and of the console', () => {
  for (const { path } of Object.values(operations)) expect(toRoute(`/v1${path}`)).toBe(`/v1${path}`);
  const pages = readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|\/)(page\.tsx|route\.ts)$/.test(file))
    .flatMap((file) => file.split('/').slice(0, -1))
    .filter((part) => !/^[[(]/.test(part));
  for (const part of pages) expect(toRoute(`/${part}`)).toBe(`/${part}`);
});
