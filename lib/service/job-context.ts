import type { Database } from '@/lib/database/database';
import { type Job, JobFailure } from '@/lib/jobs/job';
import { isUsable } from './http/authenticate';
import type { RequestContext } from './statement';

/** In whose name the pieces of a job are done. */
export function jobContext(database: Database, { organizationId, askedBy }: Job): RequestContext {
  const { actor, requestId } = askedBy;
  return { database, organizationId, actor: actor as RequestContext['actor'], requestId };
}

/** The rights of a person were checked at the request. @throws JobFailure where the token that asked may no longer be used. */
export async function requireToken(context: RequestContext, { askedBy: { tokenId } }: Job): Promise<void> {
  if (!tokenId || !(await isUsable(context, tokenId)))
    throw new JobFailure('The API token that asked for this was revoked or has expired.');
}
