/** Message of an action that requires the password again. */
export const CONFIRM_PASSWORD = 'Enter your password to continue.';
