import type { Column } from './columns';

export const densities = ['comfortable', 'compact'] as const;

/** Which columns a table shows, in which order and width, and how dense its rows are. */
export interface Display {
  density: (typeof densities)[number];
  /** Ids of the shown columns in their order, besides the first one, which is always shown; `null` for the default. */
  columns: string[] | null;
  /** Widths in pixels, by id, of columns that do not have their default width. */
  widths: Record<string, number>;
}

/** Table preferences, stored in a cookie so that the server can render them. */
export interface TableView extends Display {
  /** Whether single-key shortcuts are on; WCAG 2.1.4 requires a way to turn them off. */
  keys: boolean;
}

export const defaultTableView: TableView = { density: 'comfortable', columns: null, widths: {}, keys: true };

export const NARROWEST = 48;
export const WIDEST = 800;

/** A width within bounds, in whole pixels. */
export const toWidth = (pixels: number): number =>
  Math.round(Math.min(WIDEST, Math.max(NARROWEST, pixels))) || NARROWEST;

/** Parses the cookie, with defaults for invalid parts. */
export function parseTableView(value: string | undefined): TableView {
  if (!value) return defaultTableView;
  try {
    const { density, columns, widths, keys } = JSON.parse(value) as Record<string, unknown>;
    const pairs = Object.entries(widths ?? {}).filter(([, width]) => typeof width === 'number');
    return {
      density: density === 'compact' ? 'compact' : 'comfortable',
      columns: Array.isArray(columns) ? columns.filter((id) => typeof id === 'string') : null,
      widths: Object.fromEntries(pairs.map(([id, width]) => [id, toWidth(width)])),
      keys: keys !== false,
    };
  } catch {
    return defaultTableView;
  }
}

/** Cookie string that keeps the view for a year. */
export function tableViewCookie(name: string, view: TableView): string {
  return `${name}=${encodeURIComponent(JSON.stringify(view))}; path=/; max-age=31536000; samesite=lax`;
}

/** The columns to show in their order: the first one, then those of `shown`, or by default all that are not `hidden`. */
export function arrangeColumns<C extends Pick<Column<never>, 'id' | 'hidden'>>(
  columns: readonly C[],
  shown: readonly string[] | null,
): C[] {
  const [first, ...others] = columns;
  const arranged = shown
    ? [...new Set(shown)].flatMap((id) => others.find((column) => column.id === id) ?? [])
    : others.filter(({ hidden }) => !hidden);
  return first ? [first, ...arranged] : [];
}
