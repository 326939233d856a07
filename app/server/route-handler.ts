import type { NextRequest } from 'next/server';
import { SHOWN_ORGANIZATION } from '@/components/hooks/reply';
import type { Permission } from '@/lib/staff/roles';
import { runGuarded } from './guard';
import type { ReadResult } from './read';
import type { SignedIn } from './session';

/**
 * Creates a route handler: checks the permission and the tab's organization, and responds with `{data, meta, etag}`,
 * `{error}` or the handler's own response, uncached unless that sets `Cache-Control`.
 */
export function route(
  permission: Permission,
  handler: (request: SignedIn & { request: NextRequest }) => Promise<ReadResult>,
): (request: NextRequest) => Promise<Response> {
  return async (request) => {
    let isAllowed = false;
    const result = await runGuarded<ReadResult>(
      permission,
      request.nextUrl.pathname,
      async (signedIn) => {
        isAllowed = true;
        return handler({ request, ...signedIn });
      },
      { shown: request.headers.get(SHOWN_ORGANIZATION) },
    );
    const response = result instanceof Response ? result : toResponse(result, isAllowed);
    const isFile = response.headers.has('Content-Disposition');
    if (!response.headers.has('Cache-Control'))
      response.headers.set('Cache-Control', `private, no-store${isFile ? ', no-transform' : ''}`);
    return response;
  };
}

/**
 * Converts a result. `isAllowed`: the person passed the guard, so that a 401, 403 or missing status is the service's and
 * becomes 502.
 */
function toResponse(answer: Exclude<ReadResult, Response>, isAllowed: boolean): Response {
  if (answer.ok) {
    const { ok: _, ...reply } = answer;
    return Response.json(reply);
  }
  const { code, message, details, requestId, status } = answer.error;
  // If the service rejects the console's token, its 401 must not look like "signed out".
  const isOfConsole = isAllowed && [0, 401, 403].includes(status);
  const error = { code, message, details, requestId };
  return Response.json({ error }, { status: isOfConsole ? 502 : status });
}
