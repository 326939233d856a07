import { expect, it } from 'vitest';
import { safePath } from './safe-path';

it.each(['/contacts?search=ana&page=2', '/segments', '/contacts/new#email', '/settings/tokens'])(
  'leads on to %s',
  (path) => expect(safePath(path)).toBe(path),
);

it.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example/login',
  '/x/..//evil.example',
  '/./\\/evil.example',
  '/%2e//evil.example',
  '\\\\evil.example',
  'https://evil.example/contacts',
  'javascript:alert(1)',
  'contacts',
  '',
  '/',
  '/sign-in?next=/sign-in',
  '/setup',
  undefined,
  null,
  ['/segments'],
])('leads to the contacts instead of %j', (path) => expect(safePath(path)).toBe('/contacts'));
