import type { RequestContext } from '@/lib/database/statement';
import { cancelJob, startJob } from '@/lib/jobs/job-table';
import { toRequestedBy } from './job-context';
import type { HandlerCall, Refusal, Success } from './reply';

type Call = HandlerCall<'runBulkChange' | 'undoBulkChange' | 'runImport' | 'undoImport'>;

/**
 * What resources with a job share (bulk changes, imports, exports): the handlers `get` and `cancel`, and `start`.
 *
 * @param read Answers with the resource, or refuses if there is none.
 * @param findJobId The job that can be cancelled now; by default, the one with the resource's id.
 */
export function jobResource<Data>(
  read: (context: RequestContext, id: string) => Promise<Success<Data> | { refusal: Refusal }>,
  findJobId: (context: RequestContext, id: string) => Promise<string | null> = async (_, id) => id,
) {
  return {
    get: ({ context, id }: Pick<Call, 'context' | 'id'>) => read(context, id),

    /** Cancels the job, if it runs, and answers with the resource. */
    async cancel({ context, id }: Pick<Call, 'context' | 'id'>) {
      const reply = await read(context, id);
      if ('refusal' in reply) return reply;
      const jobId = await findJobId(context, id);
      if (jobId) await cancelJob(context.database, context.organizationId, jobId);
      return read(context, id);
    },

    /** Resumes a job or its undo, or starts the undo; `false` if its state does not allow that. `again`: see `startJob`. */
    async start(
      { context, service }: Pick<Call, 'context' | 'service'>,
      jobId: string,
      undo: boolean,
      again?: Parameters<typeof startJob>[2],
    ): Promise<boolean> {
      const { database, organizationId } = context;
      const job = { organizationId, id: jobId, undo, requestedBy: toRequestedBy(context) };
      const isStarted = await startJob(database, job, again);
      service.jobs.wake();
      return isStarted;
    },
  };
}
