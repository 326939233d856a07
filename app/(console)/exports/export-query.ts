import { countSelected, type SelectedContacts } from '@/app/(console)/bulk-changes/selected-contacts';
import type { ContactListState } from '@/components/contacts/contact-list-state';
import { formatCountOf, formatTotal } from '@/components/text/format-count';
import type { ExportColumn as FixedColumn } from '@/lib/contract/export';

/** A column of an export, or an own field by its path. */
export type ExportColumn = FixedColumn | `fields.${string}`;

/** Columns of a file for mailing services. */
export const mailingColumns = ['email', 'firstname', 'lastname'] as const satisfies ExportColumn[];

export const exportFormats = {
  csv: { label: 'CSV', description: 'Commas, UTF-8', query: {} },
  xlsx: { label: 'Excel workbook', description: 'All cells as text', query: { format: 'xlsx' } },
  excel: {
    label: 'CSV for Excel',
    description: 'Semicolons, UTF-8 with a byte order mark',
    query: { delimiter: ';', bom: 'true' },
  },
} as const;
export type ExportFormat = keyof typeof exportFormats;

/**
 * The query of `exportContacts` for a selection, in order of `sort`. `withEmail`: only contacts with an email; `withMarked`: also those
 * who must not be contacted.
 */
export function exportQuery(
  { selected, all }: SelectedContacts,
  columns: readonly ExportColumn[],
  format: ExportFormat,
  {
    withEmail = false,
    withMarked = false,
    sort,
  }: { withEmail?: boolean; withMarked?: boolean; sort?: ContactListState['sort'] | undefined } = {},
) {
  return {
    ...(all ? all.filter : { ids: [...selected.keys()] }),
    columns: columns.join(','),
    ...(withEmail && { withEmail: 'true' as const }),
    ...(withMarked && { includeDoNotContact: 'true' as const }),
    ...(sort && { sort }),
    ...exportFormats[format].query,
  };
}

/** Exports of at least this many contacts run in the background. */
const LARGE = 100_000;

/** Whether to write the file in the background. */
export const isLargeExport = ({ all }: SelectedContacts, atLeast: boolean): boolean =>
  all !== null && (atLeast || all.count >= LARGE);

/** "All 4,312 contacts", "312 contacts matching “acme”", "37 selected contacts" */
export function exportWords(contacts: SelectedContacts, atLeast: boolean): string {
  const { all } = contacts;
  const count = countSelected(contacts);
  if (!all) return formatCountOf(count, 'selected contact');
  const counted = `${formatTotal({ total: count, totalIsExact: !atLeast })} ${count === 1 ? 'contact' : 'contacts'}`;
  return all.words ? `${counted} ${all.words}` : `All ${counted}`;
}
