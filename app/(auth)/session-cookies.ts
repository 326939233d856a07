import { cookies, headers } from 'next/headers';
import type { StaffCookie } from '@/lib/staff/staff';

/** Hands the staff room's cookies to the browser; only an action can. */
export async function giveCookies(given: StaffCookie[]): Promise<void> {
  const jar = await cookies();
  // The front sets this header, from a trusted proxy's where there is one.
  const https = (await headers()).get('x-forwarded-proto') === 'https';
  for (const { name, value, options } of given)
    jar.set(name, value, { ...options, secure: https || name.startsWith('__Secure-') });
}
