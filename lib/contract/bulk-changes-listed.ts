/** So many are in one answer. */
export const BULK_CHANGES_LISTED = 20;
