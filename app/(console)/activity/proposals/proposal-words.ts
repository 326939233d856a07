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

export const outcomeWords: Record<ProposalRow['outcome'], string> = {
  created: 'New',
  updated: 'Change',
  deleted: 'To the trash',
  merged: 'Is merged',
  unchanged: 'No change',
  conflict: 'Not written',
  gone: 'Gone',
};

export const outcomeTones = {
  created: 'success',
  updated: 'accent',
  deleted: 'danger',
  merged: 'danger',
  unchanged: 'neutral',
  conflict: 'warning',
  gone: 'neutral',
} as const;

type Titled = Pick<Segment, 'id' | 'title'>;

/** What approving does, in a sentence: "Adds VIP to 412 contacts". */
export function proposalSentence(
  { operation, input, preview }: Proposal,
  segments: readonly Titled[],
  fields: FieldsByName,
): string {
  const { created, updated, total } = preview;
  const contacts = formatCountOf(total, 'contact');
  if (operation === 'mergeContacts') return 'Merges two contacts';
  if (operation === 'createSegment')
    return input.rule
      ? `Creates a segment by rule, with ${formatCountOf(preview.members ?? 0, 'contact')} now`
      : 'Creates a segment';
  if (operation !== 'createBulkChange') {
    const parts = [
      created > 0 && `creates ${formatCount(created)}`,
      updated > 0 && `changes ${formatCount(updated)}`,
    ].filter((words) => words !== false);
    return parts.length > 0
      ? `${capitalized(joinWords(parts))} of ${contacts}`
      : `Changes none of ${contacts}`;
  }
  const change = input.change as ContactChange;
  if (change.type === 'segments') {
    const titles = (ids: readonly string[]) =>
      joinWords(ids.map((id) => segments.find((one) => one.id === id)?.title ?? 'a deleted segment'));
    const parts = [
      change.add.length > 0 && `adds ${titles(change.add)} to`,
      change.remove.length > 0 && `removes ${titles(change.remove)} from`,
    ].filter((words) => words !== false);
    return `${capitalized(joinWords(parts))} ${contacts}`;
  }
  if (change.type !== 'field') return `Moves ${contacts} to the trash`;
  const { field, value } = change;
  const own = fields.get(field);
  const label = labelOfField(field, fields) ?? field;
  if (value === null) return `Clears ${label} of ${contacts}`;
  return `Sets ${label} to ${own ? fieldValueWords(own, value as string) : String(value)} for ${contacts}`;
}
