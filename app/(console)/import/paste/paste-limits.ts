/** Characters of a pasted list: about 10,000 addresses, less than a server action may take. */
export const LONGEST_PASTE = 300_000;
/** `BATCH_LIMIT` of the contract, whose schemas the page need not load. */
export const CREATED_AT_ONCE = 1_000;
