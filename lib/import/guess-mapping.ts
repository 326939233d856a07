import type { ImportTarget } from '@/lib/contract/import';
import { isUuid } from '@/lib/contract/text';
import { guessColumns } from './columns';
import { wordsOf } from './header-meaning';
import { phonePlace } from './phone-place';

export interface Mapping {
  targets: (ImportTarget | null)[];
  /** Columns that count before others with the same target. */
  columnOrder: number[];
  /** Columns that tell who does not want to hear from us. */
  unsubscribed: number[];
}

/** What columns beside the usual ones are for: by the words of their names and by all of their values. */
const BESIDE: [target: ImportTarget, names: RegExp, fits: (value: string) => boolean][] = [
  ['id', /^(?:contact )?id$/, isUuid],
  [
    'phoneCountry',
    /\b(?:(?:calling|dial(?:ing|ling)?|country) (?:code|prefix)|country dial in|landesvorwahl|landervorwahl|indicatif(?: pays)?|prefijo(?: pais)?|prefisso internazionale|landnummer|landkode|landskod)\b/,
    (value) => phonePlace(value) !== null,
  ],
  [
    'areaCode',
    /\b(?:area code|std code|vorwahl|ortsvorwahl|indicatif regional|prefijo local|codigo de area|prefisso|ddd|netnummer|riktnummer)\b/,
    (value) => /^\(?0?\d{1,5}\)?$/.test(value),
  ],
];

/** What the columns of a file are probably imported as, all emails and phones of a person included, the best ones first. */
export function guessMapping(header: string[], samples: string[][]): Mapping {
  const { targets, emails, phones, unsubscribed } = guessColumns(header, samples);
  for (const index of emails) targets[index] ??= 'email';
  for (const index of phones) targets[index] ??= 'phone';
  const columnOrder = [emails, phones].flatMap((columns) => (isInOrder(columns) ? [] : columns));
  for (const [target, names, fits] of BESIDE) {
    if (target !== 'id' && !targets.includes('phone')) continue;
    const found = header.findIndex((name, index) => {
      const values = samples.flatMap((row) => row[index]?.trim() || []);
      const isFree = targets[index] === null || targets[index] === undefined || targets[index] === 'phone';
      return isFree && names.test(wordsOf(name).join(' ')) && values.length > 0 && values.every(fits);
    });
    if (found >= 0) targets[found] = target;
  }
  return { targets, columnOrder, unsubscribed };
}

const isInOrder = (columns: number[]): boolean =>
  columns.every((column, index) => index === 0 || column > (columns[index - 1] ?? 0));
