import * as z from 'zod';
import { acrossOrganizations } from '@/lib/database/across-organizations';
import type { Database } from '@/lib/database/database';
import { retryOnConflict } from '@/lib/database/statement';
import { jobKind, requestedBySystem, type WorkOf } from '@/lib/jobs/job';
import { insertJob } from '@/lib/jobs/job-table';
import { jobContext } from '../shared/job-context';
import { countUncounted } from './count-segment-days';
import { SEALED_AT_ONCE, sealActivity } from './seal-activity';
import { tellRules } from './tell-rules';

/** Id of the organization's only seal job, which is restarted. The organization's own id is that of its sync. */
const SEAL_ID = '0198c0de-5ea1-7000-8000-000000000001';

const sealType = { name: 'activity-seal', input: z.object({}), progress: z.object({ sealed: z.int() }) };

/** Starts the job of each organization with unsealed or uncounted activity, or with rules. Every instance may call it. */
export async function startActivitySeals(database: Database): Promise<void> {
  const unsealed = await acrossOrganizations<{ id: string }>(
    database,
    (among) => `select organization_id as id from unsealed_activities u where ${among('u')}
      union select organization_id from activity_seals s where not counted and ids is not null and ${among('s')}
      union select organization_id from segments r where rule is not null and deleted_at is null and ${among('r')}`,
  );
  for (const { id } of unsealed)
    await insertJob(database.pool, sealType, {
      organizationId: id,
      id: SEAL_ID,
      input: {},
      progress: { sealed: 0 },
      requestedBy: requestedBySystem('Activity'),
    });
}

/** Seals the next entries. If few were left, also counts one seal that an earlier version left uncounted. */
const seal: WorkOf<typeof sealType> = async ({ job, database, client }) => {
  const context = { ...jobContext(database, job), client };
  const count = await sealActivity(context);
  const done = count < SEALED_AT_ONCE && !(await countUncounted(context));
  return {
    position: job.position + 1,
    progress: { sealed: job.progress.sealed + count },
    done,
  };
};

/** Seals activity, so that `verifyActivity` detects later changes, and counts seals of versions that did not count them. */
export const activitySealJob = jobKind(sealType, {
  /** Before the job's own transaction, which would keep its entries from being sealed. */
  async prepare({ job, database }) {
    await retryOnConflict(() => tellRules(jobContext(database, job)));
  },
  run: seal,
});
