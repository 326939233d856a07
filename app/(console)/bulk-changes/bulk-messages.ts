import type { Titled } from '@/components/activity/activity-words';
import { typeNames } from '@/components/contacts/field-type-names';
import {
  type FieldsByName,
  fieldValueWords,
  inSentence,
  labelOfField,
  NO_FIELDS,
} from '@/components/contacts/field-words';
import { nameSome } from '@/components/text/contact-name';
import { formatCount, formatCountOf } from '@/components/text/format-count';
import { formatPhone } from '@/components/text/phone';
import type { BulkChange } from '@/lib/contract/bulk-change';
import type { FieldValue } from '@/lib/contract/field';
import { keptReasons } from '@/lib/contract/kept';
import { getProgress, isReversible, isUnderWay, undoableCount } from './bulk-change-state';

/**
 * The progress of a bulk change or its undo, or its outcome: "Deleting 16,875 of 18,760 contacts", "Undo paused at 16,875
 * of 18,760", "Added Trial to 18,760 contacts".
 */
export function formatLine(change: BulkChange, segments: readonly Titled[], fields = NO_FIELDS): string {
  const { done, of } = getProgress(change);
  if (isUnderWay(change))
    return formatProgress(
      change,
      segments,
      fields,
      `${formatCount(done)} of ${formatCountOf(of, 'contact')}`,
    );
  if (change.state !== 'cancelled' && change.state !== 'failed')
    return describeOutcome(change, segments, { fields }).title;
  const what = change.undo ? 'Undo' : changeNoun(change, fields);
  const at = `at ${formatCount(done)} of ${formatCount(of)}`;
  return change.state === 'failed'
    ? `${what} failed ${at}${change.error ? `: ${change.error}` : ''}`
    : `${what} ${isReversible(change) ? 'paused' : 'stopped'} ${at}`;
}

/** "Segment change", "Change of company"; "Deletion", also for a purge. */
function changeNoun({ change }: BulkChange, fields: FieldsByName): string {
  if (change.type === 'segments') return 'Segment change';
  if (change.type === 'fieldType') return `Change of the type of ${change.label}`;
  return change.type === 'field' ? `Change of ${nameOf(change.field, fields)}` : 'Deletion';
}

/** The line for screen readers, without the running count. */
export function formatSpokenLine(
  change: BulkChange,
  segments: readonly Titled[],
  fields = NO_FIELDS,
): string {
  return isUnderWay(change)
    ? formatProgress(change, segments, fields, formatCountOf(getProgress(change).of, 'contact'))
    : formatLine(change, segments, fields);
}

/** A running change or undo: "Adding Trial to 16,875 of 18,760 contacts". `contacts`: their number in words. */
function formatProgress(
  { change, state }: BulkChange,
  segments: readonly Titled[],
  fields: FieldsByName,
  contacts: string,
): string {
  if (change.type === 'delete') return `${state === 'undoing' ? 'Restoring' : 'Deleting'} ${contacts}`;
  if (change.type === 'purge') return `Deleting ${contacts} forever`;
  if (change.type === 'fieldDeletion') return `Deleting ${change.label} of ${contacts} forever`;
  if (change.type === 'fieldType')
    return `${state === 'undoing' ? 'Restoring' : 'Converting'} ${change.label} of ${contacts}`;
  if (change.type === 'field') {
    const verb = state === 'undoing' ? 'Restoring' : change.value === null ? 'Clearing' : 'Setting';
    return `${verb} ${nameOf(change.field, fields)} of ${contacts}`;
  }
  if (state === 'undoing') return `Restoring segments of ${contacts}`;
  const { added, removed } = formatSegmentTitles(change, segments);
  if (change.merged) return `Merging ${change.merged.title} into ${added}: ${contacts}`;
  if (!removed) return `Adding ${added} to ${contacts}`;
  return added ? `Changing segments of ${contacts}` : `Removing ${removed} from ${contacts}`;
}

/** Name of the field of a change within a sentence. */
export const nameOf = (field: string, fields: FieldsByName): string =>
  inSentence(labelOfField(field, fields) ?? field);

/** The value of a change, options of own fields by their labels. */
function valueWords(field: string, value: FieldValue, fields: FieldsByName): string {
  const own = fields.get(field);
  return own ? fieldValueWords(own, value) : String(value);
}

interface Outcome {
  title: string;
  description?: string;
  leadsToTrash?: boolean;
}

/**
 * Describes the outcome of a finished change or undo. `asked`: number of selected contacts, more than `total` if some no
 * longer existed. `conflicting`: names of contacts that could not be restored, if known.
 */
export function describeOutcome(
  change: BulkChange,
  segments: readonly Titled[],
  {
    fields = NO_FIELDS,
    asked = change.total,
    conflicting = [],
  }: { fields?: FieldsByName; asked?: number; conflicting?: readonly string[] } = {},
): Outcome {
  const deletes = change.change.type === 'delete';
  const merged = change.change.type === 'segments' ? change.change.merged : undefined;
  if (merged && change.state === 'undone')
    return { title: `Restored segment ${merged.title}`, description: keptWords(change) };
  if (merged) return { title: formatSegmentChange(change, segments).slice(0, -1) };
  if (change.change.type === 'fieldDeletion')
    return {
      title: `Deleted ${change.change.label}`,
      description: `${formatCountOf(change.changed, 'value')} deleted forever.`,
    };
  if (change.change.type === 'fieldType' && change.state === 'finished')
    return { title: formatTypeChange(change.change, change.changed - (change.cleared ?? 0), change.cleared) };
  if (change.state === 'undone')
    return deletes ? describeRestored(change, conflicting) : describeRestoredValues(change);
  const { total, processed, changed, failed = 0, problem } = change;
  const unchanged = processed - changed - change.gone - failed;
  const gone = asked - total + change.gone;
  const nothing =
    change.change.type === 'segments'
      ? 'No segments changed'
      : change.change.type === 'field'
        ? `No ${nameOf(change.change.field, fields)} changed`
        : 'Nothing was deleted';
  const { added, removed } = formatSegmentTitles(change.change, segments);
  const clears = change.change.type === 'field' && change.change.value === null;
  const already = clears
    ? 'already empty'
    : added && removed
      ? 'unchanged'
      : removed
        ? 'did not have it'
        : 'already had it';
  const words = [
    changed > 0 && added && removed && formatSegmentChange(change, segments),
    unchanged > 0 && `${formatCount(unchanged)} ${already}.`,
    gone > 0 && `${formatCountOf(gone, 'contact was', 'contacts were')} already gone.`,
    failed > 0 && `${formatCountOf(failed, 'contact')} could not be changed: ${problem ?? ''}`,
  ];
  return {
    title: changed > 0 ? formatDone(change, segments, fields) : nothing,
    description: words.filter(Boolean).join(' ') || undefined,
  };
}

/** "Changed the type of Plan from text to choice: 412 values, 3 cleared" */
export function formatTypeChange(
  { label, from, to }: Extract<BulkChange['change'], { type: 'fieldType' }>,
  values: number,
  cleared = 0,
): string {
  const words = [formatCountOf(values, 'value'), cleared > 0 && `${formatCount(cleared)} cleared`];
  return `Changed the type of ${label} from ${inSentence(typeNames[from])} to ${inSentence(typeNames[to])}: ${words.filter(Boolean).join(', ')}`;
}

/** "Added VIP and Lead; removed Old.", "Merged Old into VIP." */
export function formatSegmentChange(
  { change }: Pick<BulkChange, 'change'>,
  segments: readonly Titled[],
): string {
  const { added, removed } = formatSegmentTitles(change, segments);
  if (change.type === 'segments' && change.merged) return `Merged ${change.merged.title} into ${added}.`;
  const words = [added && `added ${added}`, removed && `removed ${removed}`].filter(Boolean).join('; ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** A finished change: "Added Trial to 18,760 contacts", "Moved 18,760 contacts to the trash". */
function formatDone(
  { change, changed }: BulkChange,
  segments: readonly Titled[],
  fields: FieldsByName,
): string {
  const contacts = formatCountOf(changed, 'contact');
  if (change.type === 'delete') return `Moved ${contacts} to the trash`;
  if (change.type === 'purge') return `${contacts} deleted forever`;
  if (change.type === 'fieldType' || change.type === 'fieldDeletion') return '';
  if (change.type === 'field') {
    const { field, value } = change;
    return value === null
      ? `Cleared ${nameOf(field, fields)} of ${contacts}`
      : `Set ${nameOf(field, fields)} of ${contacts} to ${valueWords(field, value, fields)}`;
  }
  const { added, removed } = formatSegmentTitles(change, segments);
  if (!removed) return `Added ${added} to ${contacts}`;
  return added ? `Changed segments of ${contacts}` : `Removed ${removed} from ${contacts}`;
}

/** The segments that a change adds and removes in words, deleted ones as a number; both blank for other changes. */
function formatSegmentTitles(change: BulkChange['change'], segments: readonly Titled[]) {
  const name = (ids: readonly string[]) => {
    const titles = segments.filter(({ id }) => ids.includes(id)).map(({ title }) => title);
    const gone = ids.length - titles.length;
    return nameSome([...titles, ...(gone > 0 ? [formatCountOf(gone, 'deleted segment')] : [])]);
  };
  return change.type === 'segments'
    ? { added: name(change.add), removed: name(change.remove) }
    : { added: '', removed: '' };
}

/** The outcome of undoing a deletion. Leads to the trash if contacts stay there because of a conflict. */
function describeRestored(change: BulkChange, conflicting: readonly string[]): Outcome {
  const { conflicts } = change;
  const others = undoableCount(change);
  const names = conflicting.length > 0 ? nameSome(conflicting, conflicts) : formatCount(conflicts);
  const words = [
    conflicts > 0 &&
      `${names} stay${conflicts === 1 ? 's' : ''} in the trash: another contact now has the email or phone.`,
    others > 0 &&
      (keptWords(change) ??
        `${formatCountOf(others, 'contact was', 'contacts were')} no longer in the trash.`),
  ];
  return {
    title: 'Undone',
    description: words.filter(Boolean).join(' ') || undefined,
    leadsToTrash: conflicts > 0,
  };
}

/**
 * The outcome of undoing a change of segments or of a field: contacts restored, and those kept because they changed since.
 */
function describeRestoredValues(one: BulkChange): Outcome {
  const others = one.changed - one.undone;
  return {
    title: 'Undone',
    description:
      keptWords(one) ??
      (others > 0
        ? `${formatCountOf(others, 'contact has', 'contacts have')} changed since and ${others === 1 ? 'was' : 'were'} kept.`
        : undefined),
  };
}

/**
 * "Kept as they are: Ana Silva (merged into another contact since) and 3 more."; `undefined` if none was kept for another
 * reason than a taken email or phone.
 */
function keptWords(change: BulkChange): string | undefined {
  // `restored` reports contacts whose email or phone is taken.
  const kept = (change.kept ?? []).filter(({ reason }) => reason !== 'taken');
  if (kept.length === 0) return;
  const names = kept.map(
    ({ name, reason }) => `${formatPhone(name) || 'a contact'} (${keptReasons[reason]})`,
  );
  return `Kept as ${undoableCount(change) === 1 ? 'it is' : 'they are'}: ${nameSome(names, Math.max(undoableCount(change), names.length))}.`;
}
