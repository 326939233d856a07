import type { NextRequest } from 'next/server';
import { runtime } from '@/lib/runtime';
import { safePath } from '../../../safe-path';
import { setCookies } from '../../../session-cookies';
import { backToSignIn, redirectTo } from './back-to-sign-in';

/** Redirects to the company's sign-in, after setting the cookie that its callback needs. */
export async function GET(request: NextRequest, { params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { staff, log } = runtime();
  try {
    const query = request.nextUrl.searchParams;
    const begun = await staff.beginProviderSignIn(id, safePath(query.get('next')), query.has('again'));
    if (!begun) return backToSignIn('failed');
    await setCookies([begun.cookie]);
    return redirectTo(begun.url);
  } catch (error) {
    log.error({ err: error, company: id }, 'The company that signs people in could not be reached.');
    return backToSignIn('unreachable');
  }
}
