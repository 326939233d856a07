import { cookies } from 'next/headers';
import type { StaffCookie } from '@/lib/staff/staff';

/** Hands the staff room's cookies to the browser; only an action can. */
export async function giveCookies(given: StaffCookie[]): Promise<void> {
  const jar = await cookies();
  for (const { name, value, options } of given) jar.set(name, value, options);
}
