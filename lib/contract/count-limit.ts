/** Matches counted at most; beyond it, a total is a lower bound. */
export const COUNT_LIMIT = 10_000;
