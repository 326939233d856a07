import type { NextRequest } from 'next/server';
import { refusal } from '@/app/server/guard';
import { readPermissions } from '@/app/server/permissions';
import { getMethods, isServed, read, takesBody } from '@/app/server/read';
import { route } from '@/app/server/route-handler';

/**
 * Serves all reads and files for the browser, each with its permission in `readPermissions`; 404 for other names, 405 for
 * other methods. The input is in the query, or in the form or JSON body of a POST.
 */
async function serve(request: NextRequest, { params }: RouteContext<'/data/[name]'>): Promise<Response> {
  const { name } = await params;
  if (!isServed(name)) return Response.json(refusal('NOT_FOUND', 'Not found.'), { status: 404 });
  if (!getMethods(name).includes(request.method)) return new Response(null, { status: 405 });
  return route(readPermissions[name], async (signedIn) => {
    const { signal, nextUrl } = request;
    const isForm = request.method === 'POST' && !takesBody(name);
    const query = new URLSearchParams(isForm ? await request.text() : nextUrl.searchParams);
    const body: unknown = takesBody(name) ? await request.json().catch(() => null) : undefined;
    const id = query.get('id');
    query.delete('id');
    return read(name, { ...(id !== null && { id }), query, body, signal }, signedIn);
  })(request);
}

export { serve as GET, serve as POST };
