import { includedColumns } from '@/components/contacts/contact-list-state';
import type { Capability } from '@/components/hooks/console-operations';
import { exportHeaders } from '@/lib/contract/export-headers';
import type { Field } from '@/lib/contract/field';
import type { ExportColumn } from './export-query';
import type { ExportedList } from './exported-list';

type NamedField = Pick<Field, 'key' | 'label'>;

/** Export columns of the columns of the list that have another name or are several. */
const columnsOf: Record<string, ExportColumn[]> = {
  name: ['firstname', 'lastname'],
  redemptions: ['referralCodes'],
};

/** Labels of the columns that there are, own fields last. */
export const columnLabels = (own: readonly NamedField[]): Record<ExportColumn, string> => ({
  ...exportHeaders,
  ...Object.fromEntries(own.map(({ key, label }) => [`fields.${key}`, label])),
});

/** Export columns that the list shows, in its order. */
export function toShownColumns(list: ExportedList, own: readonly NamedField[]): ExportColumn[] {
  const labels = columnLabels(own);
  const isColumn = (name: string): name is ExportColumn => name in labels;
  return ['name', ...list.columns].flatMap((id) => columnsOf[id] ?? (isColumn(id) ? [id] : []));
}

/** All columns that the person may export: those that the list shows in its order, then the others. */
export function toExportColumns(
  list: ExportedList | null,
  may: (operation: Capability) => boolean,
  own: readonly NamedField[],
): ExportColumn[] {
  const all = Object.keys(columnLabels(own)) as ExportColumn[];
  const { redemptions, ...others } = includedColumns;
  const needs: Partial<Record<ExportColumn, Capability>> = { ...others, referralCodes: redemptions };
  return [...new Set([...(list ? toShownColumns(list, own) : []), ...all])].filter((column) => {
    const operation = needs[column];
    return !operation || may(operation);
  });
}
