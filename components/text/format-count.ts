import type { PageMeta } from '@/lib/contract/page';
import { perLocale } from './locale';

const whole = perLocale((locale) => new Intl.NumberFormat(locale));

/** Formats a number: "12,345". */
export function formatCount(count: number): string {
  return whole().format(count);
}

/** Formats by their number of decimals. */
const decimals = Array.from({ length: 11 }, (_, digits) =>
  perLocale(
    (locale) =>
      new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  ),
);

/** Formats a number written such as -1234.50 with all of its digits: "-1,234.50". */
export function formatDecimal(written: string): string {
  const format = decimals[written.split('.')[1]?.length ?? 0];
  return format?.().format(written as Intl.StringNumericLiteral) ?? written;
}

/** Formats a number with its noun: "1 contact", "12,345 contacts". */
export function formatCountOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

type Total = Pick<PageMeta, 'total' | 'totalIsExact'>;

/** Formats the total of a list, with a + if it is a lower bound. */
export function formatTotal({ total, totalIsExact }: Total): string {
  return totalIsExact ? formatCount(total) : `${formatCount(total)}+`;
}

/** The total for screen readers: "12 contacts", "At least 5,000 contacts". */
export function spokenTotal({ total, totalIsExact }: Total, one: string): string {
  return `${totalIsExact ? '' : 'At least '}${formatCountOf(total, one)}`;
}
