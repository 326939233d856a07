import { createContext } from 'react';
import { countSelected, type SelectedContacts } from '@/app/(console)/bulk-changes/selected-contacts';
import { type ContactListState, includedColumns } from '@/components/contacts/contact-list-state';
import type { Capability } from '@/components/hooks/console-operations';
import { formatCountOf, formatTotal } from '@/components/text/format-count';
import type { ExportColumn } from '@/lib/contract/export';
import { exportHeaders } from '@/lib/contract/export-headers';

/** Sort order and columns of the list from which contacts are exported. */
export interface ExportedList {
  sort?: ContactListState['sort'];
  /** Ids of the shown columns in their order, without the name. */
  columns: readonly string[];
}

/** The contact list that is shown, if any. */
export const ExportedListContext = createContext<ExportedList | null>(null);

/** Export columns of the columns of the list that have another name or are several. */
const columnsOf: Record<string, ExportColumn[]> = {
  name: ['firstname', 'lastname'],
  redemptions: ['referralCodes'],
};

const isColumn = (name: string): name is ExportColumn => name in exportHeaders;

/** Export columns that the list shows, in its order. */
export const toShownColumns = (list: ExportedList): ExportColumn[] =>
  ['name', ...list.columns].flatMap((id) => columnsOf[id] ?? (isColumn(id) ? [id] : []));

/** All columns that the person may export: those that the list shows in its order, then the others. */
export function toExportColumns(
  list: ExportedList | null,
  may: (operation: Capability) => boolean,
): ExportColumn[] {
  const all = Object.keys(exportHeaders) as ExportColumn[];
  const { redemptions, ...others } = includedColumns;
  const needs: Partial<Record<ExportColumn, Capability>> = { ...others, referralCodes: redemptions };
  return [...new Set([...(list ? toShownColumns(list) : []), ...all])].filter((column) => {
    const operation = needs[column];
    return !operation || may(operation);
  });
}

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

/** The query of `exportContacts` for a selection, in order of `sort`. `withEmail`: only contacts with an email. */
export function exportQuery(
  { selected, all }: SelectedContacts,
  columns: readonly ExportColumn[],
  format: ExportFormat,
  { withEmail = false, sort }: { withEmail?: boolean; sort?: ContactListState['sort'] | undefined } = {},
) {
  return {
    ...(all ? all.filter : { ids: [...selected.keys()] }),
    columns: columns.join(','),
    ...(withEmail && { withEmail: 'true' as const }),
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
