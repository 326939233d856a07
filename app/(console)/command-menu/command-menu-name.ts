/** What the menu is called, for those who cannot see it. */
export const COMMAND_MENU = 'Command menu';
