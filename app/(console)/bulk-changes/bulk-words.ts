import { countOf, formatCount } from '@/components/data-table/format-count';
import type { Segment } from '@/lib/contract/segment';
import { nameSome } from '../contacts/name-some';
import type { BulkJob } from './bulk-jobs';

/** What is being done: "Deleting 4,312 contacts". */
export function doing({ change, direction }: Pick<BulkJob, 'change' | 'direction'>): string {
  const deletes = change.change.type === 'delete';
  if (direction === 'run')
    return `${deletes ? 'Deleting' : 'Changing the segments of'} ${countOf(change.total, 'contact')}`;
  return `${deletes ? 'Restoring' : 'Putting back the segments of'} ${countOf(change.changed, 'contact')}`;
}

/** How far it is, of how many. */
export function progressOf({ change, direction }: Pick<BulkJob, 'change' | 'direction'>) {
  return direction === 'run'
    ? { done: change.processed, of: change.total }
    : { done: change.undone + change.conflicts, of: change.changed };
}

/** "Deleting 4,312 contacts stopped after 2,000." */
export function stoppedWords(job: Pick<BulkJob, 'change' | 'direction' | 'exact'>): string {
  const { done } = progressOf(job);
  if (!job.exact) return `${doing(job)} stopped after at least ${formatCount(done)}.`;
  return `${doing(job)} stopped ${done > 0 ? `after ${formatCount(done)}` : 'before the first'}.`;
}

/** How many other changes there are, and whether they wait for somebody: "2 more, 1 stopped". */
export function moreWords(others: readonly Pick<BulkJob, 'state'>[]): string {
  const stopped = others.filter(({ state }) => state === 'stopped').length;
  if (stopped === 0) return `${others.length} more`;
  return `${others.length} more, ${stopped < others.length ? `${stopped} ` : ''}stopped`;
}

/** What was done, as a title and what there is to add. */
export interface Outcome {
  title: string;
  description?: string;
  /** Contacts are left in the trash. */
  leadsToTrash?: boolean;
  /** Something is not as it was asked for. */
  warns?: boolean;
}

/**
 * What a job did, once it has ended.
 *
 * @param segmentWords "Added VIP, removed Lead."
 * @param conflicting names of contacts that could not come back, where they are known.
 */
export function outcomeOf(
  { change, direction, asked }: BulkJob,
  segmentWords: string,
  conflicting: readonly string[] = [],
): Outcome {
  const { total, processed, changed } = change;
  const deletes = change.change.type === 'delete';
  const cancelled = change.state === 'cancelled';
  if (direction === 'undo' && cancelled) return leftThere(change);
  if (direction === 'undo') return deletes ? restored(change, conflicting) : putBack(change);
  const contacts = cancelled
    ? `${formatCount(changed)} of ${countOf(total, 'contact')}`
    : countOf(changed, 'contact');
  const unchanged = processed - changed - change.gone;
  const gone = asked - total + change.gone;
  const words = [
    changed > 0 && (deletes ? 'In the trash.' : segmentWords),
    cancelled &&
      changed > 0 &&
      total > processed &&
      `The other ${formatCount(total - processed)} ${total - processed === 1 ? 'is as it was' : 'are as they were'}.`,
    unchanged > 0 && `${countOf(unchanged, 'contact')} needed no change.`,
    gone > 0 && `${countOf(gone, 'contact was', 'contacts were')} already gone.`,
  ];
  const nothing = deletes ? 'Nothing was deleted' : 'No segment was changed';
  const something = deletes ? `${contacts} deleted` : `Segments of ${contacts} changed`;
  return {
    title: `${cancelled ? 'Cancelled. ' : ''}${changed > 0 ? something : nothing}`,
    description: words.filter(Boolean).join(' ') || undefined,
  };
}

/** How many of those that a change was made to are not back. */
export function stillAway({ changed, undone, conflicts }: BulkJob['change']): number {
  return changed - undone - conflicts;
}

/** What was put back before somebody left the rest as it is. */
function leftThere(change: BulkJob['change']): Outcome {
  const contacts = `${formatCount(change.undone)} of ${countOf(change.changed, 'contact')}`;
  if (change.change.type === 'delete')
    return {
      title: `Cancelled. ${change.undone > 0 ? `${contacts} restored` : 'Nothing was restored'}`,
      description: 'The others are still in the trash.',
    };
  return {
    title: `Cancelled. ${change.undone > 0 ? `Segments of ${contacts} put back` : 'No segment was put back'}`,
    description: 'The others are as the change left them.',
  };
}

function restored(change: BulkJob['change'], conflicting: readonly string[]): Outcome {
  const { undone, conflicts } = change;
  const others = stillAway(change);
  const words = [
    conflicts > 0 &&
      `${conflicting.length > 0 ? nameSome(conflicting, conflicts) : formatCount(conflicts)} stay${conflicts === 1 ? 's' : ''} in the trash: another contact has taken the email or phone.`,
    others > 0 && `${formatCount(others)} had left the trash before.`,
  ];
  return {
    title: `${countOf(undone, 'contact')} restored`,
    description: words.filter(Boolean).join(' ') || undefined,
    warns: conflicts > 0,
    leadsToTrash: conflicts > 0,
  };
}

function putBack({ changed, undone }: BulkJob['change']): Outcome {
  const others = changed - undone;
  return {
    title: `Segments of ${countOf(undone, 'contact')} put back`,
    description:
      others > 0
        ? `${countOf(others, 'contact was', 'contacts were')} changed or deleted since, and left alone.`
        : undefined,
  };
}

/** "Added VIP, Lead; removed Old." */
export function segmentWords(
  change: { add: readonly string[]; remove: readonly string[] } | { type: 'delete' },
  segments: readonly Pick<Segment, 'id' | 'title'>[],
): string {
  if (!('add' in change)) return '';
  const titlesOf = (ids: readonly string[]) => {
    const titles = segments.filter(({ id }) => ids.includes(id)).map(({ title }) => title);
    const gone = ids.length - titles.length;
    return [...titles, ...(gone > 0 ? [countOf(gone, 'deleted segment')] : [])].join(', ');
  };
  const parts = [
    change.add.length > 0 && `added ${titlesOf(change.add)}`,
    change.remove.length > 0 && `removed ${titlesOf(change.remove)}`,
  ];
  const words = parts.filter(Boolean).join('; ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
