import type { ReactNode } from 'react';

/** A column of a table. */
export interface Column<Row> {
  id: string;
  /** Header, and name in the display menu. */
  label: string;
  /** Whether only screen readers get the header. */
  labelHidden?: true;
  /** Classes of header and cells: width, if not an equal share, and responsive visibility. */
  className?: string;
  /** Whether the column is hidden by default. */
  hidden?: true;
  /** Words for the ascending and the descending order; absent if the column cannot be sorted. */
  orders?: readonly [string, string];
  /** Whether the first click sorts in descending order. */
  startsDescending?: true;
  cell(row: Row): ReactNode;
  /** The cell while rows are loading, around its bar. */
  skeleton?(bar: ReactNode): ReactNode;
}

export const ALPHABETICAL = ['A to Z', 'Z to A'] as const;
export const CHRONOLOGICAL = ['oldest first', 'newest first'] as const;
export const BY_COUNT = ['fewest first', 'most first'] as const;
