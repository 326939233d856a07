import type { NextRequest } from 'next/server';
import { readAt } from '@/app/data/reads';
import { refusal } from '@/app/server/guard';
import { route } from '@/app/server/route-handler';

/** Serves all reads of the browser; see `reads`. */
export async function GET(request: NextRequest): Promise<Response> {
  const { pathname, searchParams: query } = request.nextUrl;
  const found = readAt(pathname);
  if (!found) return Response.json(refusal('NOT_FOUND', 'Not found.'), { status: 404 });
  const { permission, read, id } = found;
  return route(permission, (signedIn) => read({ ...signedIn, id, query, signal: request.signal }))(request);
}
