import { columnVisibilityFeature, metaHelper, rowSortingFeature, tableFeatures } from '@tanstack/react-table';

interface ColumnMeta {
  /** Header, and label in the view menu. */
  label: string;
  /** Classes of header and cells: width, if not an equal share, and responsive visibility. */
  className?: string;
}

/** Features of tables. Sorting and paging happen on the server. */
export const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  columnMeta: metaHelper<ColumnMeta>(),
});
