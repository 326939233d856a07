import type { NextRequest } from 'next/server';
import { runtime } from '@/lib/runtime';
import { setCookies } from '../../../../session-cookies';
import { backToSignIn, redirectTo } from '../back-to-sign-in';

/** Finishes a company sign-in when the company redirects back: sets the cookies. Errors lead to the sign-in page. */
export async function GET(request: NextRequest, { params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { staff, log } = runtime();
  try {
    const finished = await staff.finishProviderSignIn(id, request.nextUrl.search, request.headers);
    if (!finished.ok) return backToSignIn('refused');
    await setCookies(finished.cookies);
    return redirectTo(finished.next);
  } catch (error) {
    log.error({ err: error, company: id }, 'A company sign-in failed.');
    return backToSignIn('failed');
  }
}
