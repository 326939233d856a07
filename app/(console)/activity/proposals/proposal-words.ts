import { capitalized } from '@/components/contacts/contact-list-state';
import { type FieldsByName, fieldValueWords, labelOfField } from '@/components/contacts/field-words';
import { joinWords } from '@/components/text/contact-name';
import { formatCount, formatCountOf } from '@/components/text/format-count';
import type { ContactChange } from '@/lib/contract/bulk-change';
import type { Proposal, ProposalRow, ProposalState } from '@/lib/contract/proposal';
import type { Segment } from '@/lib/contract/segment';

export const stateWords: Record<ProposalState, string> = {
  open: 'Waiting',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
};

export const stateTones = {
  open: 'accent',
  approved: 'success',
  declined: 'danger',
  withdrawn: 'neutral',
  expired: 'neutral',
} as const;

/** Words for outcomes that the changes of a row do not say. */
export const outcomeWords: Partial<Record<ProposalRow['outcome'], string>> = {
  created: 'New',
  deleted: 'To the trash',
  unchanged: 'No change',
  conflict: 'Held back',
  gone: 'Gone',
};

export const outcomeTones = {
  created: 'success',
  updated: 'accent',
  deleted: 'danger',
  merged: 'neutral',
  unchanged: 'neutral',
  conflict: 'warning',
  gone: 'neutral',
} as const;

type Titled = Pick<Segment, 'id' | 'title'>;

/**
 * What approving does, in a sentence: "Adds VIP to 412 contacts"; of an ended proposal what it has done or would have: "Would have
 * added VIP to 412 contacts".
 */
export function proposalSentence(
  { operation, input, preview, state }: Proposal,
  segments: readonly Titled[],
  fields: FieldsByName,
): string {
  const { created, updated, deleted, unchanged, total } = preview;
  const isOpen = state === 'open';
  const say = (words: string) => capitalized(isOpen || state === 'approved' ? words : `would have ${words}`);
  /** The verb of an open proposal or, past, of one that has ended. */
  const verb = (present: string, past: string) => (isOpen ? present : past);
  if (operation === 'mergeContacts') return say(`${verb('merges', 'merged')} two contacts`);
  if (operation === 'createSegment') {
    const members =
      isOpen && input.rule ? `, with ${formatCountOf(preview.members ?? 0, 'contact')} now` : '';
    return say(`${verb('creates', 'created')} a segment${input.rule ? ' by rule' : ''}${members}`);
  }
  if (operation !== 'createBulkChange') {
    const changes = verb('changes', 'changed');
    const parts = [
      created > 0 && `${verb('creates', 'created')} ${formatCount(created)}`,
      updated > 0 && `${changes} ${formatCount(updated)}`,
    ].filter((words) => words !== false);
    const of = `of ${formatCountOf(total, 'contact')}`;
    return say(parts.length > 0 ? `${joinWords(parts)} ${of}` : `${changes} none ${of}`);
  }
  const rest =
    unchanged > 0 && isOpen
      ? `; ${formatCount(unchanged)} ${unchanged === 1 ? 'needs' : 'need'} no change`
      : '';
  const contacts = `${formatCountOf(updated + deleted, 'contact')}${rest}`;
  const change = input.change as ContactChange;
  if (change.type === 'segments') {
    const titles = (ids: readonly string[]) =>
      joinWords(ids.map((id) => segments.find((one) => one.id === id)?.title ?? 'a deleted segment'));
    const parts = [
      change.add.length > 0 && `${verb('adds', 'added')} ${titles(change.add)} to`,
      change.remove.length > 0 && `${verb('removes', 'removed')} ${titles(change.remove)} from`,
    ].filter((words) => words !== false);
    return say(`${joinWords(parts)} ${contacts}`);
  }
  if (change.type !== 'field') return say(`${verb('moves', 'moved')} ${contacts} to the trash`);
  const { field, value } = change;
  const own = fields.get(field);
  const label = labelOfField(field, fields) ?? field;
  if (value === null) return say(`${verb('clears', 'cleared')} ${label} of ${contacts}`);
  const shown = own ? fieldValueWords(own, value as string) : String(value);
  return say(`${verb('sets', 'set')} ${label} to ${shown} for ${contacts}`);
}
