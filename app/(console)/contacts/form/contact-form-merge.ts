import { type ContactField, contactFields } from '@/lib/contract/contact';
import type { ContactValues } from './contact-form-values';

/** The chosen value of a field that two people changed. */
export type Choice = 'mine' | 'theirs';

/** A field that two people changed differently. */
export interface FieldConflict {
  field: ContactField;
  before: string;
  mine: string;
  theirs: string;
  choice: Choice | null;
}

/**
 * Three-way merge from a common `base`: their values with my changes on top. Equal changes and segments never
 * conflict; additions and removals add up.
 */
export function mergeValues(base: ContactValues, mine: ContactValues, theirs: ContactValues) {
  const values = { ...mine };
  const conflicts: FieldConflict[] = [];
  for (const field of contactFields) {
    if (theirs[field] === base[field] || theirs[field] === mine[field]) continue;
    if (mine[field] === base[field]) values[field] = theirs[field];
    else
      conflicts.push({ field, before: base[field], mine: mine[field], theirs: theirs[field], choice: null });
  }
  const kept = theirs.segmentIds.filter(
    (id) => mine.segmentIds.includes(id) || !base.segmentIds.includes(id),
  );
  const added = mine.segmentIds.filter((id) => !base.segmentIds.includes(id) && !kept.includes(id));
  values.segmentIds = [...kept, ...added];
  return { values, conflicts };
}

/** Typing a value in the field chooses it. */
export function chosenBy(conflict: FieldConflict, value: string): FieldConflict {
  if (value === conflict.theirs)
    return conflict.choice === 'theirs' ? conflict : { ...conflict, choice: 'theirs' };
  if (value !== conflict.mine) return { ...conflict, mine: value, choice: 'mine' };
  return conflict.choice === 'theirs' ? { ...conflict, choice: 'mine' } : conflict;
}
