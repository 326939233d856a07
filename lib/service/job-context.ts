import type { OperationName } from '@/lib/contract/operations';
import type { Database } from '@/lib/database/database';
import type { RequestContext } from '@/lib/database/statement';
import { type AskedBy, type Job, JobFailure } from '@/lib/jobs/job';
import { usableToken } from './authenticate';
import type { HandlerCall } from './reply';

/** Who starts, resumes or undoes a job. */
export const askedBy = ({ actor, tokenId, requestId }: HandlerCall<OperationName>['context']): AskedBy => ({
  actor,
  tokenId,
  requestId,
});

/** Context for a job's statements: the organization, and who requested it. */
export function jobContext(database: Database, { organizationId, askedBy }: Job): RequestContext {
  const { actor, requestId } = askedBy;
  return { database, organizationId, actor: actor as RequestContext['actor'], requestId };
}

/** @throws JobFailure if the token that started the job can no longer be used. */
export async function requireToken(context: RequestContext, { askedBy: { tokenId } }: Job): Promise<void> {
  if (!tokenId || (await usableToken(context, tokenId)).length === 0)
    throw new JobFailure('The API token that started this was revoked or has expired.');
}
