import type { OperationName } from '@/lib/contract/operations';
import type { Database } from '@/lib/database/database';
import type { RequestContext } from '@/lib/database/statement';
import { type Job, JobFailure, type RequestedBy } from '@/lib/jobs/job';
import { usableToken } from './authenticate';
import type { HandlerCall } from './reply';

/** Who starts, resumes or undoes a job. */
export const toRequestedBy = ({
  actor,
  tokenId,
  requestId,
}: HandlerCall<OperationName>['context']): RequestedBy => ({
  actor,
  tokenId,
  requestId,
});

/** Context for a job's statements: the organization, and who requested it. */
export function jobContext(database: Database, { organizationId, requestedBy }: Job): RequestContext {
  const { actor, requestId } = requestedBy;
  return { database, organizationId, actor: actor as RequestContext['actor'], requestId };
}

/** @throws JobFailure if the token that started the job can no longer be used. */
export async function requireToken(
  context: RequestContext,
  { requestedBy: { tokenId } }: Job,
): Promise<void> {
  if (!tokenId || (await usableToken(context, tokenId)).length === 0)
    throw new JobFailure('The API token that started this was revoked or has expired.');
}
