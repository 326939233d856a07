/** How a style shows a number: as a date, with at least `digits` digits, or with a plus. */
export interface NumberStyle {
  date: boolean;
  digits: number;
  plus: boolean;
}

/** Parses a number format of SpreadsheetML: its id, and its code if the workbook defines it. */
export function numberStyle(id: number, code = ''): NumberStyle {
  const isBuiltInDate =
    (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58 && id !== 48 && id !== 49);
  // Remove quoted, escaped and bracketed parts, such as colors.
  const letters = code.replace(/"[^"]*"?|\\.|_.|\[[^\]]*\]?/g, '').split(';', 1)[0] ?? '';
  const date = code ? /[ymdhs]/i.test(letters) && !/general/i.test(letters) : isBuiltInDate;
  const plus = /^(?:"\s*\+[^"]*"|\\?\+)/.test(code);
  return { date, digits: /^0+$/.test(letters) ? letters.length : 0, plus };
}

/**
 * Formats a number as Excel would show it, without separators of thousands: all digits of a phone number, leading zeros if
 * the format has them, a date as `2024-01-31`, with a time as `2024-01-31T09:30:00`. Returns other text as it is.
 */
export function sheetNumber(text: string, style: NumberStyle | undefined, date1904: boolean): string {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return text;
  if (style?.date) return isoDate(value, date1904) ?? text;
  // Excel keeps 15 digits.
  const shown = String(Number.isInteger(value) ? value : Number(value.toPrecision(15)));
  if (style?.plus && value > 0) return `+${shown}`;
  return style?.digits && /^\d+$/.test(shown) ? shown.padStart(style.digits, '0') : shown;
}

const DAY = 86_400_000;
const YEAR_10000 = 2_958_466;

/**
 * Converts days since 1900 or 1904; Excel's 1900 has a 29 February. A time of day alone becomes `09:30:00`; `null` before that
 * or from the year 10000.
 */
function isoDate(days: number, date1904: boolean): string | null {
  if (days < 0 || days >= YEAR_10000) return null;
  const since1900 = date1904 ? days + 1462 : days;
  const date = new Date(Math.round(((since1900 < 60 ? since1900 + 1 : since1900) - 25_569) * 86_400) * 1_000);
  const [day = '', time = ''] = date.toISOString().split(/[T.]/);
  if (days < 1) return time;
  return date.getTime() % DAY === 0 ? day : `${day}T${time}`;
}
