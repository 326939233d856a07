import type { NextRequest } from 'next/server';
import type { ApiError } from '@/lib/client/client';
import type { Permission } from '@/lib/staff/roles';
import { guarded } from './guard';
import type { SignedIn } from './session';
import { SHOWN_ORGANIZATION } from './shown-organization';

interface RouteRequest extends SignedIn {
  request: NextRequest;
}

export type Answer = Response | { ok: true; data: unknown; meta?: unknown } | { ok: false; error: ApiError };

/**
 * Creates a route handler for reads: checks permissions and returns `{data, meta}` or `{error}`, uncached unless the answer
 * says otherwise.
 */
export function route(
  permission: Permission,
  handler: (request: RouteRequest) => Promise<Answer>,
): (request: NextRequest) => Promise<Response> {
  return async (request) => {
    let asked = false;
    const result = await guarded<Answer>(
      permission,
      request.nextUrl.pathname,
      async (signedIn) => {
        asked = true;
        return handler({ request, ...signedIn });
      },
      { shown: request.headers.get(SHOWN_ORGANIZATION) },
    );
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
  const isFile = response.headers.has('Content-Disposition');
  if (response.headers.has('Cache-Control')) return response;
  response.headers.set('Cache-Control', `private, no-store${isFile ? ', no-transform' : ''}`);
  return response;
}

/** Status for the browser. If the service rejects the console's token, a 401 would wrongly mean "signed out". */
function statusForBrowser(status: number): number {
  return status === 0 || status === 401 || status === 403 ? 502 : status;
}
