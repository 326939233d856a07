/** How somebody likes a table: kept in a cookie, so that the server renders it right at once. */
export interface TableView {
  density: 'comfortable' | 'compact';
  /** Ids of columns that are not shown. */
  hidden: string[];
  /** Whether single keys (j, k, x …) do something; WCAG 2.1.4 wants a way to turn them off. */
  keys: boolean;
}

export const defaultTableView: TableView = { density: 'comfortable', hidden: [], keys: true };

/** Reads the cookie's value; whatever is not understood is as by default. */
export function parseTableView(value: string | undefined): TableView {
  if (!value) return defaultTableView;
  try {
    const { density, hidden, keys } = JSON.parse(value) as Record<string, unknown>;
    return {
      density: density === 'compact' ? 'compact' : 'comfortable',
      hidden: Array.isArray(hidden) ? hidden.filter((id) => typeof id === 'string') : [],
      keys: keys !== false,
    };
  } catch {
    return defaultTableView;
  }
}

/** What to assign to `document.cookie` to keep the view for a year. */
export function tableViewCookie(name: string, view: TableView): string {
  return `${name}=${encodeURIComponent(JSON.stringify(view))}; path=/; max-age=31536000; samesite=lax`;
}
