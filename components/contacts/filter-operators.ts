import {
  capitalized,
  type FilterField,
  isShared,
  relativeDays,
  type UrlFilter,
  WITHOUT_SEGMENT,
  withoutField,
} from '@/components/contacts/contact-list-state';
import type { TextFilter } from '@/lib/contract/contact-fields';

/** A way to filter by a field: complete in itself, or with a value to ask for. */
export interface Operator {
  label: string;
  /** Whether the operator is in use. */
  isOn: boolean;
  /** Changes that apply the operator without a value. */
  state?: Partial<UrlFilter>;
  asks?: 'segments' | 'text' | 'days';
  /** Current text of the value. */
  text?: string;
  /** Changes that apply the operator with a text. */
  withText?(text: string): Partial<UrlFilter>;
}

/** The operators of a field, of which one is in use at a time. "Referral code" has none: its value is chosen directly. */
export function findOperators(name: FilterField, state: UrlFilter): Operator[] {
  const none = withoutField(name, state);
  switch (name) {
    case 'segment': {
      const isEmpty = state.segment.join() === WITHOUT_SEGMENT && state.segmentMatch === 'any';
      const matches = { any: 'is any of', all: 'is all of', none: 'is none of' } as const;
      return [
        ...(['any', 'all', 'none'] as const).map(
          (match): Operator => ({
            label: matches[match],
            isOn: !isEmpty && state.segment.length > 0 && state.segmentMatch === match,
            asks: 'segments',
            state: { segmentMatch: match },
          }),
        ),
        { label: 'is empty', isOn: isEmpty, state: { segment: [WITHOUT_SEGMENT], segmentMatch: 'any' } },
      ];
    }
    case 'created':
    case 'updated': {
      const isCustom = state[`${name}From`] !== '' || state[`${name}To`] !== '';
      const days = Object.entries(relativeDays).map(([value, words]): Operator => {
        const label = capitalized(words.replace(/^in the /, ''));
        return { label, isOn: state[name] === value, state: { ...none, [name]: value } };
      });
      return [...days, { label: 'Custom …', isOn: isCustom, asks: 'days' }];
    }
    case 'referralCode':
      return [];
    default: {
      if (!isShared(name)) return presenceOperators(name, state, none);
      const text = (label: string, parameter: TextFilter): Operator => ({
        label,
        isOn: state[parameter] !== '',
        asks: 'text',
        text: state[parameter],
        withText: (value) => ({ ...none, [parameter]: value }),
      });
      return [text('contains', `${name}Contains`), text('is', name), ...presenceOperators(name, state, none)];
    }
  }
}

/** "is set" and "is empty". `none`: changes that remove the field's filters. */
function presenceOperators(
  field: UrlFilter['has'][number],
  { has, lacks }: UrlFilter,
  none: Partial<UrlFilter>,
): Operator[] {
  return [
    { label: 'is set', isOn: has.includes(field), state: { ...none, has: [...(none.has ?? has), field] } },
    {
      label: 'is empty',
      isOn: lacks.includes(field),
      state: { ...none, lacks: [...(none.lacks ?? lacks), field] },
    },
  ];
}
