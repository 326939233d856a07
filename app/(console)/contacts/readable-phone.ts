/** Calling codes of two digits; +1 and +7 have one, all others three. */
const TWO_DIGITS = /^(2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** An E.164 number in groups, "+49 151 200 033 95", for reading only; any other text unchanged. */
export function readablePhone(e164: string): string {
  const digits = /^\+(\d{7,15})$/.exec(e164)?.[1];
  if (!digits) return e164;
  const code = /^[17]/.test(digits) ? 1 : TWO_DIGITS.test(digits) ? 2 : 3;
  const groups = digits.slice(code).match(/\d{3}(?!\d$)|\d+/g) ?? [];
  return [`+${digits.slice(0, code)}`, ...groups].join(' ');
}
