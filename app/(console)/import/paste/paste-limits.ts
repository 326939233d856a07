/** Most characters of a text to look up: about 10,000 emails, less than the limit of a server action. */
export const LONGEST_PASTE = 300_000;
