import type { VersionedContact } from '@/components/contacts/contact-queries';
import type { ContactField } from '@/lib/contract/contact-fields';
import type { ContactPreview } from '@/lib/contract/contact-preview';
import {
  type ContactValues,
  changedNames,
  type OwnName,
  sameValue,
  sameValues,
  toFormValues,
} from './contact-form-values';
import type { NotSaved, Owners } from './contact-save';

/** States of the form. `base` is the version being edited, absent when creating. */
export type FormState = { base: VersionedContact | undefined } & (
  | { name: 'editing' }
  | { name: 'saving' }
  /** The email or phone of `about` belongs to other contacts. */
  | { name: 'conflict'; about: ContactValues; owners: Owners }
  /** The preview of `about` was out of date: `before` is that preview, `now` the current one. */
  | { name: 'overtaken'; about: ContactValues; before: ContactPreview | null; now: ContactPreview }
  /** The phone of `about` is unusual; saving again confirms it. */
  | { name: 'unusual'; about: ContactValues; phone: string }
  /** Someone else saved first. `before` and `after`: form values without and with their changes. */
  | {
      name: 'stale';
      by: string | null;
      before: ContactValues;
      after: ContactValues;
      conflicts: FieldConflict[];
      /** Whether a save was attempted with a choice still open. */
      isChoiceMissing: boolean;
    }
  | { name: 'gone' }
);

export type FormEvent =
  | { type: 'save' }
  /** A save was rejected. `preview`: preview of the sent values. */
  | { type: 'refused'; refusal: NotSaved; values: ContactValues; preview?: ContactPreview | null }
  /** A save, a newer version or discarded changes replaced the base. */
  | { type: 'based'; base: VersionedContact | undefined }
  | { type: 'typed'; values: ContactValues }
  | { type: 'chosen'; field: FieldConflict['field']; choice: Choice };

/**
 * The form's reducer. Typing other values than those rejected clears the error. A save with an open choice of a merge only
 * marks the choice as missing.
 */
export function nextState(state: FormState, event: FormEvent): FormState {
  const { base } = state;
  switch (event.type) {
    case 'save':
      if (state.name === 'saving') return state;
      if (state.name === 'stale' && state.conflicts.some(({ choice }) => choice === null))
        return { ...state, isChoiceMissing: true };
      return { name: 'saving', base };
    case 'refused':
      return stateAfterRefusal(base, event);
    case 'based':
      return { name: 'editing', base: event.base };
    case 'typed':
      return stateAfterTyping(state, event.values);
    case 'chosen':
      if (state.name !== 'stale') return state;
      return withConflicts(
        state,
        state.conflicts.map((one) => (one.field === event.field ? { ...one, choice: event.choice } : one)),
      );
  }
}

/** The state after a rejected save. If someone else saved first, merges their values with the typed ones. */
function stateAfterRefusal(
  base: FormState['base'],
  { refusal, values, preview = null }: FormEvent & { type: 'refused' },
): FormState {
  switch (refusal.kind) {
    case 'conflict':
      return { name: 'conflict', base, about: values, owners: refusal.owners };
    case 'overtaken':
      return { name: 'overtaken', base, about: values, before: preview, now: refusal.now };
    case 'unusual':
      return { name: 'unusual', base, about: values, phone: refusal.phone };
    case 'gone':
      return { name: 'gone', base };
    case 'stale': {
      const { latest, by } = refusal;
      const merge = mergeValues(toFormValues(base?.contact), values, toFormValues(latest.contact));
      const { values: after, conflicts } = merge;
      return { name: 'stale', base: latest, by, before: values, after, conflicts, isChoiceMissing: false };
    }
    // The form itself keeps field errors.
    default:
      return { name: 'editing', base };
  }
}

/** Clears an error once its values are changed. In a merge, typed values become choices. */
function stateAfterTyping(state: FormState, values: ContactValues): FormState {
  if (state.name === 'unusual')
    return state.about.phone === values.phone ? state : { name: 'editing', base: state.base };
  if (state.name === 'conflict' || state.name === 'overtaken') {
    const { name, base, about } = state;
    const isSame =
      name === 'conflict'
        ? about.email === values.email && about.phone === values.phone
        : sameValues(about, values);
    return isSame ? state : { name: 'editing', base };
  }
  if (state.name !== 'stale') return state;
  return withConflicts(
    state,
    state.conflicts.map((one) => chooseTyped(one, values[one.field] ?? '')),
  );
}

/**
 * Replaces the conflicts of a merge; returns the same state if they are the same. Once none is open, no choice is missing.
 */
function withConflicts(state: FormState & { name: 'stale' }, conflicts: FieldConflict[]): FormState {
  if (conflicts.every((one, index) => one === state.conflicts[index])) return state;
  const isOpen = conflicts.some(({ choice }) => choice === null);
  return { ...state, conflicts, isChoiceMissing: state.isChoiceMissing && isOpen };
}

/** Whose value to keep of a field that two people changed. */
export type Choice = 'mine' | 'theirs';

type ConflictName = ContactField | OwnName;

/** A field that two people changed differently. */
export interface FieldConflict {
  field: ConflictName;
  before: string | string[];
  mine: string | string[];
  theirs: string | string[];
  choice: Choice | null;
}

/**
 * Three-way merge from a common `base`: their values with my changes on top. Fields that both changed differently keep mine
 * and are in `conflicts`; additions and removals of segments by both apply.
 */
export function mergeValues(base: ContactValues, mine: ContactValues, theirs: ContactValues) {
  const values = { ...mine };
  const conflicts: FieldConflict[] = [];
  for (const field of changedNames(theirs, base)) {
    if (field === 'segmentIds' || field === 'referralCode') continue;
    const [before, own, their] = [base[field] ?? '', mine[field] ?? '', theirs[field] ?? ''];
    if (sameValue(own, their)) continue;
    if (sameValue(own, before)) Object.assign(values, { [field]: their });
    else conflicts.push({ field, before, mine: own, theirs: their, choice: null });
  }
  const kept = theirs.segmentIds.filter(
    (id) => mine.segmentIds.includes(id) || !base.segmentIds.includes(id),
  );
  const added = mine.segmentIds.filter((id) => !base.segmentIds.includes(id) && !kept.includes(id));
  values.segmentIds = [...kept, ...added];
  return { values, conflicts };
}

/**
 * Updates a conflict after typing: their value chooses theirs, another one becomes mine and is chosen. My unchanged value
 * leaves an open choice open.
 */
export function chooseTyped(conflict: FieldConflict, value: string | string[]): FieldConflict {
  if (sameValue(value, conflict.theirs))
    return conflict.choice === 'theirs' ? conflict : { ...conflict, choice: 'theirs' };
  if (!sameValue(value, conflict.mine)) return { ...conflict, mine: value, choice: 'mine' };
  return conflict.choice === 'theirs' ? { ...conflict, choice: 'mine' } : conflict;
}
