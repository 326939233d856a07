import type { NextRequest } from 'next/server';
import type { ApiError } from '@/lib/client/client';
import type { Permission } from '@/lib/staff/roles';
import { guarded } from './guard';
import type { SignedIn } from './session';

interface RouteRequest extends SignedIn {
  request: NextRequest;
  /** Values of the brackets in the handler's path. */
  params: Record<string, string>;
}

type Answer = Response | { ok: true; data: unknown; meta?: unknown } | { ok: false; error: ApiError };

/**
 * Makes a route handler for what the browser reads: requires staff who may do it, and answers with what the
 * handler returns: `{data, meta}` or, with its status, `{error}`; never from a cache.
 */
export function route(
  permission: Permission,
  handler: (request: RouteRequest) => Promise<Answer>,
): (request: NextRequest, context: { params: Promise<Record<string, string>> }) => Promise<Response> {
  return async (request, context) => {
    let asked = false;
    const result = await guarded<Answer>(permission, request.nextUrl.pathname, async (signedIn) => {
      const params = await context.params;
      asked = true;
      return handler({ request, params, ...signedIn });
    });
    if (result instanceof Response) return uncached(result);
    if (result.ok) return uncached(Response.json({ data: result.data, meta: result.meta }));
    const { code, message, details, requestId, status } = result.error;
    return uncached(
      Response.json(
        { error: { code, message, details, requestId } },
        { status: asked ? statusForBrowser(status) : status },
      ),
    );
  };
}

function uncached(response: Response): Response {
  response.headers.set('Cache-Control', 'private, no-store');
  return response;
}

/**
 * The status for what the contacts service answered. A token that it refuses is the console's trouble: to the browser
 * a 401 would mean that nobody is signed in.
 */
function statusForBrowser(status: number): number {
  return status === 0 || status === 401 || status === 403 ? 502 : status;
}
