import type { CountryCode } from 'libphonenumber-js/max';
import type { ContactField } from '@/lib/contract/contact';
import type { ImportSettings } from '@/lib/contract/import';
import { pastedEmail, pastedPhone } from '@/lib/contract/pasted';
import { isBlank, oneLine } from '@/lib/contract/text';
import { restoreFormula } from './csv-cell';
import { phoneWithCountry } from './phone-with-country';
import { titlesOf } from './segment-cell';
import { splitFullName } from './split-full-name';

/** What a row says. `values` is for `contactUpsert`, which judges it; segments are still titles. */
export interface RowContact {
  values: Partial<Record<ContactField, string>>;
  segmentTitles: string[];
  referralCode?: string;
}

/** Google writes several addresses of one kind into one cell. */
const GOOGLE_SEPARATOR = ' ::: ';

/** What the cells of a row say of a contact. A blank cell says nothing, so that what is stored stays. */
export function rowToContact(
  cells: string[],
  { targets, country, segmentSeparator }: Pick<ImportSettings, 'targets' | 'country' | 'segmentSeparator'>,
): RowContact {
  const row: RowContact = { values: {}, segmentTitles: [] };
  let fullName = '';
  for (const [index, target] of targets.entries()) {
    const cell = cells[index];
    if (!target || !cell || isBlank(cell)) continue;
    const text = oneLine(restoreFormula(cell));
    if (target === 'fullName') fullName = text;
    else if (target === 'segments') row.segmentTitles = titlesOf(text, segmentSeparator);
    else if (target === 'referralCode') row.referralCode = text;
    else if (target === 'phone')
      row.values.phone = phoneWithCountry(pastedPhone(firstOf(text)), country as CountryCode | null);
    else row.values[target] = target === 'email' ? pastedEmail(firstOf(text)) : text;
  }
  if (fullName) row.values = { ...splitFullName(fullName), ...row.values };
  return row;
}

const firstOf = (text: string) => text.split(GOOGLE_SEPARATOR, 1)[0] ?? text;
