/** Why an action was refused that wants the password once more. */
export const CONFIRM_PASSWORD = 'Enter your password to continue.';
