/** Its alignment is not inherited, as that of cells is: else the style of each is found anew when the row's changes. */
export const cellClasses = 'border-b border-line align-middle';
/** Of the columns that stay in sight where the table scrolls sideways: the checkboxes, and what the row is about. */
export const keptClasses = 'sideways:sticky sideways:left-11 sideways:first:left-0';
/** Of the column of checkboxes. */
export const selectClasses = 'w-11 pl-2.5 md:pl-4.5';
