import type { ReactNode } from 'react';

/** The message after the session has ended. */
export const SIGNED_OUT = 'You are signed out. Sign in again.';

/** Adds a sign-in link to a message, in a new tab to keep what was typed. */
export function withSignIn(message: ReactNode): ReactNode {
  if (typeof message !== 'string' || !message.includes(SIGNED_OUT)) return message;
  const [before] = message.split(SIGNED_OUT);
  return (
    <>
      {before}You are signed out.{' '}
      <a href="/sign-in" target="_blank" rel="noreferrer" className="font-medium text-accent underline">
        Sign in in another tab
      </a>
      , then try again here.
    </>
  );
}
