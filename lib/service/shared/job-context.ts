import type { OperationName } from '@/lib/contract/operations';
import type { Database } from '@/lib/database/database';
import type { RequestContext } from '@/lib/database/statement';
import { type Job, JobFailure, type RequestedBy } from '@/lib/jobs/job';
import { usableToken } from './authenticate';
import type { HandlerCall } from './reply';

/** The requester of a job, from the context of the request that starts, resumes or undoes it. */
export const toRequestedBy = ({
  actor,
  tokenId,
  requestId,
}: HandlerCall<OperationName>['context']): RequestedBy => ({
  actor,
  tokenId,
  requestId,
});

/** Context for a job's statements: its organization and its requester. */
export function jobContext(database: Database, { organizationId, requestedBy }: Job): RequestContext {
  const { actor, requestId } = requestedBy;
  return { database, organizationId, actor: actor as RequestContext['actor'], requestId };
}

/** Checks that the token which started the job can still be used. @throws JobFailure if not, or if there is none. */
export async function requireToken(
  context: RequestContext,
  { requestedBy: { tokenId } }: Job,
): Promise<void> {
  if (!tokenId || (await usableToken(context, tokenId)).length === 0)
    throw new JobFailure('The API token that started this was revoked or has expired.');
}
