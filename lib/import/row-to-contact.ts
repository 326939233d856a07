import type { CountryCode } from 'libphonenumber-js/max';
import type { ContactField } from '@/lib/contract/contact';
import { type ImportSettings, type NamePart, nameParts } from '@/lib/contract/import';
import { pastedEmail, pastedPhone } from '@/lib/contract/pasted';
import { isBlank, oneLine } from '@/lib/contract/text';
import { restoreFormula } from './csv-cell';
import { phoneWithCountry } from './phone-with-country';
import { isInList, titlesOf } from './segment-cell';
import { splitFullName, withNameParts } from './split-full-name';

/** What a row says. `values` is for `contactUpsert`, which judges it; segments are still titles. */
export interface RowContact {
  values: Partial<Record<ContactField, string>>;
  segmentTitles: string[];
  referralCode?: string;
}

/** Google writes several addresses of one kind into one cell. */
const GOOGLE_SEPARATOR = ' ::: ';

/**
 * What the cells of a row say of a contact. A blank cell says nothing, so that what is stored stays. `names` are those of the
 * columns.
 */
export function rowToContact(
  cells: string[],
  { targets, country, segmentSeparator }: Pick<ImportSettings, 'targets' | 'country' | 'segmentSeparator'>,
  names: readonly string[] = [],
): RowContact {
  const row: RowContact = { values: {}, segmentTitles: [] };
  const parts: Partial<Record<NamePart, string>> = {};
  let fullName = '';
  for (const [index, target] of targets.entries()) {
    const cell = cells[index];
    if (!target || !cell || isBlank(cell)) continue;
    const text = oneLine(restoreFormula(cell));
    if (target === 'fullName') fullName = text;
    else if (target === 'segments')
      row.segmentTitles.push(...titlesOf(restoreFormula(cell), segmentSeparator));
    else if (target === 'segmentFlag')
      row.segmentTitles.push(...(isInList(text) ? names.slice(index, index + 1) : []));
    else if (isNamePart(target)) parts[target] = text;
    else if (target === 'referralCode') row.referralCode = text;
    else if (target === 'phone')
      row.values.phone = phoneWithCountry(pastedPhone(firstOf(text)), country as CountryCode | null);
    else row.values[target] = target === 'email' ? pastedEmail(firstOf(text)) : text;
  }
  if (fullName) row.values = { ...splitFullName(fullName, row.values.company), ...row.values };
  row.values = { ...row.values, ...withNameParts(row.values, parts) };
  return row;
}

const isNamePart = (target: string): target is NamePart => (nameParts as readonly string[]).includes(target);

const firstOf = (text: string) => text.split(GOOGLE_SEPARATOR, 1)[0] ?? text;
