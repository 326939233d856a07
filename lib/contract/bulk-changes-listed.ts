/** Page size. */
export const BULK_CHANGES_LISTED = 20;
