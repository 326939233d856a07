import type { Database } from '@/lib/database/database';
import { type Job, JobFailure } from '@/lib/jobs/job';
import { isUsable } from './http/authenticate';
import type { RequestContext } from './statement';

/** Context for a job's statements: the organization, and who requested it. */
export function jobContext(database: Database, { organizationId, askedBy }: Job): RequestContext {
  const { actor, requestId } = askedBy;
  return { database, organizationId, actor: actor as RequestContext['actor'], requestId };
}

/** @throws JobFailure if the token that started the job can no longer be used. */
export async function requireToken(context: RequestContext, { askedBy: { tokenId } }: Job): Promise<void> {
  if (!tokenId || !(await isUsable(context, tokenId)))
    throw new JobFailure('The API token that started this was revoked or has expired.');
}
