/** Most characters of a pasted list: about 10,000 emails, less than the limit of a server action. */
export const LONGEST_PASTE = 300_000;
/** `BATCH_LIMIT` of the contract, whose import would load its schemas in the browser. */
export const CREATED_AT_ONCE = 1_000;
