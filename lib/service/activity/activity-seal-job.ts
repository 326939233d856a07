import * as z from 'zod';
import { acrossOrganizations } from '@/lib/database/across-organizations';
import type { Database } from '@/lib/database/database';
import { jobKind, requestedBySystem, type WorkOf } from '@/lib/jobs/job';
import { insertJob } from '@/lib/jobs/job-table';
import { jobContext } from '../shared/job-context';
import { countUncounted } from './count-segment-days';
import { SEALED_AT_ONCE, sealActivity } from './seal-activity';

/** Id of the organization's only seal job, which is restarted. The organization's own id is that of its sync. */
const SEAL_ID = '0198c0de-5ea1-7000-8000-000000000001';

const sealType = { name: 'activity-seal', input: z.object({}), progress: z.object({ sealed: z.int() }) };

/** Starts the job of each organization with unsealed or uncounted activity. Every instance may call it. */
export async function startActivitySeals(database: Database): Promise<void> {
  const unsealed = await acrossOrganizations<{ id: string }>(
    database,
    (among) => `select organization_id as id from unsealed_activities u where ${among('u')}
      union select organization_id from activity_seals s where not counted and ids is not null and ${among('s')}`,
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
export const activitySealJob = jobKind(sealType, { run: seal });
