import { expect, it, vi } from 'vitest';
import { giveCookies } from './session-cookies';

const next = vi.hoisted(() => ({ headers: new Headers(), set: vi.fn<(...cookie: unknown[]) => void>() }));
vi.mock('next/headers', () => ({ headers: async () => next.headers, cookies: async () => next }));

it.each([
  ['http', false, false],
  ['https', false, true],
  ['http', true, true],
])('over %s, a cookie that is secure (%s) by itself is secure: %s', async (scheme, before, after) => {
  next.headers = new Headers({ 'x-forwarded-proto': scheme });
  const options = { maxAge: 60, path: '/', httpOnly: true, sameSite: 'lax' } as const;
  await giveCookies([{ name: 'session', value: 'ana', options: { ...options, secure: before } }]);
  expect(next.set).toHaveBeenLastCalledWith('session', 'ana', { ...options, secure: after });
});
