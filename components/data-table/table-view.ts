/** Table preferences, stored in a cookie so that the server can render them. */
export interface TableView {
  density: 'comfortable' | 'compact';
  /** Ids of hidden columns. */
  hidden: string[];
  /** Whether single-key shortcuts are on; WCAG 2.1.4 requires a way to turn them off. */
  keys: boolean;
}

export const defaultTableView: TableView = { density: 'comfortable', hidden: [], keys: true };

/** Parses the cookie, with defaults for invalid parts. */
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

/** Cookie string that keeps the view for a year. */
export function tableViewCookie(name: string, view: TableView): string {
  return `${name}=${encodeURIComponent(JSON.stringify(view))}; path=/; max-age=31536000; samesite=lax`;
}
