import { columnVisibilityFeature, metaHelper, rowSortingFeature, tableFeatures } from '@tanstack/react-table';

interface ColumnMeta {
  /** Header, and label in the view menu. */
  label: string;
  /** Classes of header and cells: width, if not an equal share, and responsive visibility. */
  className?: string;
}

/** TanStack Table features in use. The server sorts and pages. */
export const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  columnMeta: metaHelper<ColumnMeta>(),
});
