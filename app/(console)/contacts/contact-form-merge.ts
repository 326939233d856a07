import { type ContactValues, type EditableField, editableFields, sameValue } from './contact-form-values';

/** One field that somebody else has changed since the form was opened. */
export interface FieldChange<F extends EditableField = EditableField> {
  field: F;
  /** What it was when the form was opened. */
  before: ContactValues[F];
  /** What they made of it. */
  theirs: ContactValues[F];
  mine: ContactValues[F];
  /** `adopted`: not changed here, so theirs stands. `both`: changed here too, differently; one has to be chosen. */
  kind: 'adopted' | 'both';
}

export interface Merge {
  /** For the form to go on with: my changes on top of theirs, mine where both changed a field. */
  values: ContactValues;
  changes: FieldChange[];
}

/**
 * Puts my changes on top of what somebody else saved meanwhile. `base` is what my changes started from.
 * A field that both made the same is no change to speak of.
 */
export function mergeValues(base: ContactValues, mine: ContactValues, theirs: ContactValues): Merge {
  const values = { ...mine };
  const changes: FieldChange[] = [];
  for (const field of editableFields) {
    if (sameValue(theirs[field], base[field]) || sameValue(theirs[field], mine[field])) continue;
    const untouched = sameValue(mine[field], base[field]);
    if (untouched) Object.assign(values, { [field]: theirs[field] });
    changes.push({
      field,
      before: base[field],
      theirs: theirs[field],
      mine: mine[field],
      kind: untouched ? 'adopted' : 'both',
    });
  }
  return { values, changes };
}
