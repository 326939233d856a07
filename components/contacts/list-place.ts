/** The state in which a list was left, to restore it and to step through its contacts. */
interface ListPlace {
  /** Path and query. */
  address: string;
  scrollTop: number;
  /** Id of the opened row. */
  row: string;
  /** Ids of the rows on the list's page. */
  rows: readonly string[];
  /** Whether single-key shortcuts are on. */
  keys: boolean;
}

export const listPlace: { current: ListPlace | null } = { current: null };
