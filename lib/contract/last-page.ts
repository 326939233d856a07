/** Cursor of the last page, which is read from the end of the list without counting. */
export const LAST_PAGE = 'last';
