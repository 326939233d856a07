import { cookies, headers } from 'next/headers';
import type { StaffCookie } from '@/lib/staff/staff';

/** Sets cookies that the staff service returned, `secure` over HTTPS. Works only in server actions and route handlers. */
export async function setCookies(given: StaffCookie[]): Promise<void> {
  const jar = await cookies();
  // `lib/http` sets this header.
  const https = (await headers()).get('x-forwarded-proto') === 'https';
  for (const { name, value, options } of given)
    jar.set(name, value, { ...options, secure: https || name.startsWith('__Secure-') });
}
