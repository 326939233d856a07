import {
  capitalized,
  type FilterField,
  filterName,
  isOwnField,
  isShared,
  matchWords,
  ownOperators,
  relativeDays,
  type UrlFilter,
  WITHOUT_SEGMENT,
  withoutField,
} from '@/components/contacts/contact-list-state';
import { type FieldsByName, NO_FIELDS } from '@/components/contacts/field-words';
import type { Field } from '@/lib/contract/field';

/** A way to filter by a field: complete in itself, or with values to ask for. */
export interface Operator {
  label: string;
  /** The whole filter in words, if it takes no values: "Has no phone". */
  phrase?: string;
  /** Whether the operator is in use. */
  isOn: boolean;
  asks?: 'values' | 'text' | 'days';
  /** Current values that the operator can take: ids of segments, companies, a text. */
  values: readonly string[];
  /** The changes that apply the operator with these values, if it takes any. */
  apply(values: readonly string[]): Partial<UrlFilter>;
}

/** The operators of a field, of which one is in use at a time. */
export function findOperators(
  name: FilterField,
  state: UrlFilter,
  fields: FieldsByName = NO_FIELDS,
): Operator[] {
  const none = withoutField(name, state);
  switch (name) {
    case 'segment': {
      const isEmpty = state.segment.join() === WITHOUT_SEGMENT && state.segmentMatch === 'any';
      return [
        ...(['any', 'all', 'none'] as const).map(
          (segmentMatch): Operator => ({
            label: matchWords[segmentMatch][1],
            isOn: !isEmpty && state.segment.length > 0 && state.segmentMatch === segmentMatch,
            asks: 'values',
            values: isEmpty ? [] : state.segment,
            apply: (ids) => ({ segment: [...ids], segmentMatch: ids.length > 0 ? segmentMatch : 'any' }),
          }),
        ),
        complete('is empty', 'Has no segment', isEmpty, { segment: [WITHOUT_SEGMENT], segmentMatch: 'any' }),
      ];
    }
    case 'created':
    case 'updated': {
      const isCustom = state[`${name}From`] !== '' || state[`${name}To`] !== '';
      const days = Object.entries(relativeDays).map(([value, words]) => {
        const label = capitalized(words.replace(/^in the /, ''));
        return complete(label, `${capitalized(name)} ${words}`, state[name] === value, {
          ...none,
          [name]: value,
        });
      });
      return [...days, { ...complete('Custom…', '', isCustom, {}), asks: 'days' }];
    }
    case 'referralCode': {
      const values = state.referralCode ? [state.referralCode] : [];
      // One code at a time.
      const apply = (codes: readonly string[]) => ({ referralCode: codes.at(-1) ?? '' });
      return [{ label: 'is', isOn: values.length > 0, asks: 'values', values, apply }];
    }
    case 'doNotContact':
      return [
        complete('is yes', 'Do not contact', state.doNotContact === 'true', { doNotContact: 'true' }),
        complete('is no', 'May be contacted', state.doNotContact === 'false', { doNotContact: 'false' }),
      ];
    default: {
      const others = { has: none.has ?? state.has, lacks: none.lacks ?? state.lacks };
      const presence = [
        complete('is set', `Has ${filterName(name, fields)}`, state.has.includes(name), {
          ...none,
          has: [...others.has, name],
        }),
        complete('is empty', `Has no ${filterName(name, fields)}`, state.lacks.includes(name), {
          ...none,
          lacks: [...others.lacks, name],
        }),
      ];
      if (isOwnField(name)) return [...findOwnOperators(name, state, fields.get(name)), ...presence];
      if (!isShared(name)) return presence;
      const [exact, part] = [state[name], state[`${name}Contains`]];
      return [
        {
          label: matchWords.any[1],
          isOn: exact.length > 0,
          asks: 'values',
          values: exact,
          apply: (texts) => ({ ...none, [name]: [...texts] }),
        },
        {
          label: 'contains',
          isOn: part !== '',
          asks: 'text',
          values: part ? [part] : exact.slice(0, 1),
          apply: ([text = '']) => ({ ...none, [`${name}Contains`]: text }),
        },
        ...presence,
      ];
    }
  }
}

/** The operators of an own field that take values: options, one value, or the ends of a range. */
function findOwnOperators(name: string, { own }: UrlFilter, field: Field | undefined): Operator[] {
  const key = name.slice('fields.'.length);
  const toOperator = (end: string, label: string, asks: 'values' | 'text'): Operator => {
    const prefix = `${key}${end}=`;
    // A range takes the place of a value, and a value that of a range.
    const replaced = end ? `${key}=` : `${key}.`;
    const others = own.filter((each) => !each.startsWith(prefix) && !each.startsWith(replaced));
    const at = (start: string) =>
      own.filter((each) => each.startsWith(start)).map((each) => each.slice(start.length));
    const isOn = at(prefix).length > 0;
    return {
      label,
      isOn,
      asks,
      values: isOn || !end ? at(prefix) : at(replaced).slice(0, 1),
      apply: (given) => ({ own: [...others, ...given.map((value) => prefix + value)] }),
    };
  };
  const isRange = field?.type === 'number' || field?.type === 'date';
  const isText = field?.type === 'text' || field?.type === 'link' || field?.type === 'id';
  const parts = Object.entries(ownOperators).filter(([end]) => (end === 'contains' ? isText : isRange));
  return [
    field?.options || field?.type === 'boolean'
      ? toOperator('', matchWords.any[1], 'values')
      : toOperator('', matchWords.any[0], 'text'),
    ...parts.map(([end, label]) => toOperator(`.${end}`, label, 'text')),
  ];
}

/** An operator without values. */
const complete = (label: string, phrase: string, isOn: boolean, state: Partial<UrlFilter>): Operator => ({
  label,
  phrase,
  isOn,
  values: [],
  apply: () => state,
});
