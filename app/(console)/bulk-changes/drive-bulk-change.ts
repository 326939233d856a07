import type { BulkChange } from '@/lib/contract/bulk-change';
import { failureText, NO_ANSWER } from '../contacts/action-failure';
import type { BulkJob, BulkJobs } from './bulk-jobs';

type Answer =
  | { ok: true; data: BulkChange }
  | { ok: false; error: { message: string; requestId?: string | null } };
type Call = (input: { id: string }) => Promise<Answer>;

/** What carries a bulk change on, and who is told. */
export interface Drive {
  run: Call;
  undo: Call;
  cancel: Call;
  /** How far it is; `null` where that cannot be known now. */
  look(): Promise<BulkChange | null>;
  /** It has ended, by whomever. */
  onEnd(job: BulkJob): void;
  /** It has stopped before its end. */
  onStop(job: BulkJob): void;
}

/** Until then nobody needs to see how far it is, in milliseconds. */
const SHOWN_AFTER = 1_000;

/** Whether there is something of it left to do in that direction. */
export function isUnfinished({ change, direction }: Pick<BulkJob, 'change' | 'direction'>): boolean {
  return direction === 'run' ? change.state === 'running' : change.state !== 'undone';
}

/**
 * Carries a job of `jobs` on, chunk by chunk, until it has ended or one cannot be done. Each contact is changed once,
 * even where an answer is lost or another browser carries it on, too. One that is being cancelled is only cancelled,
 * and has ended by that. Never throws.
 */
export async function driveBulkChange(jobs: BulkJobs, id: string, drive: Drive): Promise<void> {
  jobs.update(id, { failure: null, exact: true });
  const timer = setTimeout(() => jobs.update(id, { shown: true }), SHOWN_AFTER);
  let left = false;
  for (let job = jobs.get(id); job; job = jobs.get(id)) {
    if (left || !isUnfinished(job)) {
      jobs.remove(id);
      drive.onEnd(job);
      break;
    }
    const leaves = job.state === 'cancelling';
    const answer = await (leaves ? drive.cancel : drive[job.direction])({ id }).catch(() => NO_ANSWER);
    if (answer.ok) {
      jobs.update(id, { change: answer.data });
      left = leaves;
      continue;
    }
    const change = await drive.look().catch(() => null);
    if (change) jobs.update(id, { change });
    if (change && !isUnfinished({ ...job, change })) continue;
    const failure = failureText(answer.error);
    jobs.update(id, { state: 'stopped', failure, exact: change !== null, shown: true });
    drive.onStop({ ...job, change: change ?? job.change });
    break;
  }
  clearTimeout(timer);
}
