'use server';

import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { runtime } from '@/lib/runtime';
import { setCookies } from './session-cookies';

/** Ends the session and redirects to sign-in. */
export async function signOut(): Promise<void> {
  const { cookies } = await runtime().staff.signOut(await headers());
  await setCookies(cookies);
  redirect('/sign-in');
}
