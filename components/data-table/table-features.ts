import { metaHelper, rowSortingFeature, tableFeatures } from '@tanstack/react-table';

interface ColumnMeta {
  /** Header, and label in the display menu. */
  label: string;
  /** Classes of header and cells: width, if not an equal share, and responsive visibility. */
  className?: string;
  /** Whether the column is hidden by default. */
  hidden?: true;
  /** Words for the ascending and the descending order; absent if the column cannot be sorted. */
  orders?: readonly [string, string];
}

/** TanStack Table features in use. The server sorts and pages. */
export const features = tableFeatures({
  rowSortingFeature,
  columnMeta: metaHelper<ColumnMeta>(),
});
