/** Whether a path is in the settings. */
export const isSettings = (pathname: string): boolean => /^\/settings(\/|$)/.test(pathname);
