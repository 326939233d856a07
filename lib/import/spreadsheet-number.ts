/** `4.9170E+11`, also with a decimal comma. */
const SCIENTIFIC = /^\+?(\d)(?:[.,](\d{1,20}))?e\+?(\d{1,2})$/i;
/** `491701000101.0`, as a program writes a number that it has read as an amount. */
const FLOAT = /^(\+?[1-9]\d{5,})[.,]0{1,2}$/;
/** `491,701,000,101`: groups of thousands, in which no country writes phone numbers. */
const GROUPED = /^[1-9]\d{0,2}(?:,\d{3}){2,}(?:\.0+)?$/;

/**
 * Returns the digits of a phone number that a spreadsheet has written as an amount; `lost` if only the first digits are left,
 * `null` for other text.
 */
export function spreadsheetNumber(text: string): { digits: string } | 'lost' | null {
  const scientific = SCIENTIFIC.exec(text);
  if (scientific) {
    const [, first = '', rest = '', exponent] = scientific;
    const digits = first + rest.replace(/0+$/, '');
    // Zeros at the end may have been other digits.
    return digits.length === Number(exponent) + 1 ? { digits } : 'lost';
  }
  const float = FLOAT.exec(text);
  if (float?.[1]) return { digits: float[1] };
  return GROUPED.test(text) ? { digits: text.replace(/\.0+$/, '').replaceAll(',', '') } : null;
}
