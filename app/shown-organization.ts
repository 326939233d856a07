/** Header by which a tab says which organization it shows: another tab may have switched to another one. */
export const SHOWN_ORGANIZATION = 'x-roster-organization';
