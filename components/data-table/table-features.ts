import {
  columnVisibilityFeature,
  metaHelper,
  type ReactTable,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';

interface ColumnMeta {
  /** In the menu that shows and hides columns. */
  label: string;
  /** Classes of the header cell and the cells: on which screens they stand. */
  className?: string;
  /** Class of the header cell, by which all of the column have their width. */
  width?: string;
}

/** What tables of the console can do. Sorting and paging are the server's. */
export const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  columnMeta: metaHelper<ColumnMeta>(),
});

export type ConsoleTable<Row extends { id: string }> = ReactTable<typeof features, Row>;
