import { expect, it, vi } from 'vitest';
import { setCookies } from './session-cookies';

const next = vi.hoisted(() => ({ headers: new Headers(), set: vi.fn<(...cookie: unknown[]) => void>() }));
vi.mock('next/headers', () => ({ headers: async () => next.headers, cookies: async () => next }));

it.each([
  ['http', 'roster.session_token', false],
  ['https', 'roster.session_token', true],
  ['http', '__Secure-roster.session_token', true],
])('over %s, the cookie %s is secure: %s', async (scheme, name, secure) => {
  next.headers = new Headers({ 'x-forwarded-proto': scheme });
  const options = { maxAge: 60, path: '/', httpOnly: true, sameSite: 'lax' } as const;
  await setCookies([{ name, value: 'ana', options }]);
  expect(next.set).toHaveBeenLastCalledWith(name, 'ana', { ...options, secure });
});
