import { expect, it } from 'vitest';
import { request } from '@/app/server/testing-request';
import { setCookies } from './session-cookies';

it.each([
  ['http', 'roster.session_token', false],
  ['https', 'roster.session_token', true],
  ['http', '__Secure-roster.session_token', true],
])('over %s, the cookie %s is secure: %s', async (scheme, name, secure) => {
  request.headers = new Headers({ 'x-forwarded-proto': scheme });
  const options = { maxAge: 60, path: '/', httpOnly: true, sameSite: 'lax' } as const;
  await setCookies([{ name, value: 'ana', options }]);
  expect(request.setCookie).toHaveBeenLastCalledWith(name, 'ana', { ...options, secure });
});
