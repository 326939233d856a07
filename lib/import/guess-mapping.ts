import type { ImportTarget } from '@/lib/contract/import';
import { isUuid } from '@/lib/contract/text';
import { guessColumns } from './columns';
import { countryNamed } from './country-names';
import { isCountryColumn } from './country-votes';
import { toWords } from './header-meaning';
import { phonePlace } from './phone-place';

export interface Mapping {
  targets: (ImportTarget | null)[];
  /** Columns that count before others with the same target. */
  columnOrder: number[];
  /** Columns that tell who does not want to be contacted. */
  unsubscribed: number[];
}

/** Less usual targets, recognized by the words of a column's name and all of its values. */
const RARE_TARGETS: [target: ImportTarget, names: RegExp, fits: (value: string) => boolean][] = [
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

/**
 * Guesses the targets of columns: those of `guessColumns`, further emails and phones, contacts' ids, and countries and area
 * codes of phones. `columnOrder` lists emails and phones best first, unless the file has that order, and countries.
 */
export function guessMapping(header: string[], samples: string[][]): Mapping {
  const { targets, emails, phones, unsubscribed } = guessColumns(header, samples);
  for (const index of emails) targets[index] ??= 'email';
  for (const index of phones) targets[index] ??= 'phone';
  const columnOrder = [emails, phones].flatMap((columns) => (isInOrder(columns) ? [] : columns));
  for (const [target, names, fits] of RARE_TARGETS) {
    if (target !== 'id' && !targets.includes('phone')) continue;
    const found = header.findIndex((name, index) => {
      const values = samples.flatMap((row) => row[index]?.trim() || []);
      const isFree = targets[index] === null || targets[index] === undefined || targets[index] === 'phone';
      return isFree && names.test(toWords(name).join(' ')) && values.length > 0 && values.every(fits);
    });
    if (found >= 0) targets[found] = target;
  }
  if (targets.includes('phone') && !targets.includes('phoneCountry'))
    for (const index of countryColumns(header, samples, header[phones[0] ?? -1] ?? '')) {
      if (targets[index]) continue;
      targets[index] = 'phoneCountry';
      columnOrder.push(index);
    }
  return { targets, columnOrder, unsubscribed };
}

/**
 * Columns named like a country whose values are mostly countries: first those that share a word with the phone's column
 * (`Billing Country` of `Billing Phone`), last those of a destination.
 */
function countryColumns(header: string[], samples: string[][], phone: string): number[] {
  const words = new Set(toWords(phone));
  /** 0 for the best column, 3 for the worst. */
  const rank = (index: number) => {
    const name = header[index] ?? '';
    const isOfPhone = toWords(name).some((word) => words.has(word));
    return Number(!isOfPhone) + Number(OTHER.test(toWords(name).join(' '))) * 2;
  };
  return header
    .flatMap((name, index) => {
      if (!isCountryColumn(name)) return [];
      const values = samples.flatMap((row) => row[index]?.trim() || []);
      return values.filter((value) => countryNamed(value)).length * 2 > values.length ? [index] : [];
    })
    .sort((a, b) => rank(a) - rank(b));
}

/** Names of columns about a destination rather than a person's home. */
const OTHER = /\b(?:shipping|delivery|lieferung|livraison|envio|spedizione|ship)\b/;

const isInOrder = (columns: number[]): boolean =>
  columns.every((column, index) => index === 0 || column > (columns[index - 1] ?? 0));
