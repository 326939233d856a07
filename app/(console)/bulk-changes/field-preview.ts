import { formatCount } from '@/components/text/format-count';
import type { ValueCounts } from '@/lib/contract/bulk-change';
import { fieldName, type SharedField } from '@/lib/contract/contact-fields';

/** "Sets company of 31: 19 filled, 12 replaced. 6 already have it.", "Clears company of 31.", or that nothing changes. */
export function formatFieldPreview(
  { total, same, empty }: ValueCounts,
  field: SharedField,
  value: string | null,
): string {
  const changed = total - same;
  if (changed === 0) return value === null ? 'Already empty' : 'No changes: all already have it';
  const what = `${fieldName(field)} of ${formatCount(changed)}`;
  if (value === null) return `Clears ${what}.`;
  const replaced = changed - empty;
  const parts = [
    empty > 0 && `${formatCount(empty)} filled`,
    replaced > 0 && `${formatCount(replaced)} replaced`,
  ].filter(Boolean);
  const rest = same > 0 ? ` ${formatCount(same)} already ${same === 1 ? 'has' : 'have'} it.` : '';
  return `Sets ${what}: ${parts.join(', ')}.${rest}`;
}
