/** As a cursor: the last page, read from the end of the list, whose length nobody needs to know for that. */
export const LAST_PAGE = 'last';
