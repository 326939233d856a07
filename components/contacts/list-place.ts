/** Where a list was left, to return there and to step through it. */
interface ListPlace {
  /** Path and query. */
  address: string;
  scrollTop: number;
  /** Id of the row that was opened. */
  row: string;
  /** Ids of the rows on its page. */
  rows: readonly string[];
  /** Whether single keys are shortcuts. */
  keys: boolean;
}

export const listPlace: { current: ListPlace | null } = { current: null };
