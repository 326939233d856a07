import { formatCount, formatCountOf } from '@/components/text/format-count';
import type { ValueCounts } from '@/lib/contract/bulk-change';
import type { FieldValue } from '@/lib/contract/field';

/**
 * "Sets the company of 31 contacts: fills 19, replaces 12. 6 already have it.", "Replaces the company of 3 contacts.", "Clears
 * the company of 31 contacts.", or that nothing changes.
 */
export function formatFieldPreview(
  { total, same, empty }: ValueCounts,
  name: string,
  value: FieldValue | null,
): string {
  const changed = total - same;
  if (changed === 0) return value === null ? 'Already empty' : 'No changes: all already have it';
  const what = `the ${name} of ${formatCountOf(changed, 'contact')}`;
  if (value === null) return `Clears ${what}.`;
  const replaced = changed - empty;
  const rest = same > 0 ? ` ${formatCount(same)} already ${same === 1 ? 'has' : 'have'} it.` : '';
  if (empty === 0) return `Replaces ${what}.${rest}`;
  const parts = replaced > 0 ? `: fills ${formatCount(empty)}, replaces ${formatCount(replaced)}` : '';
  return `Sets ${what}${parts}.${rest}`;
}
