/** Characters of a pasted list: about 10,000 addresses, less than a server action may take. */
export const LONGEST_PASTE = 300_000;
/** Contacts of one request. */
export const CREATED_AT_ONCE = 1_000;
