/** Matches are counted up to here at most; beyond, a total is a lower bound. */
export const COUNT_LIMIT = 10_000;
