import type { PageMeta } from '@/lib/contract/page';
import { perLocale } from './locale';

const whole = perLocale((locale) => new Intl.NumberFormat(locale));

/** Formats a number: "12,345". */
export function formatCount(count: number): string {
  return whole().format(count);
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
