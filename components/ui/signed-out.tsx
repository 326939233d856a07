import type { ReactNode } from 'react';

/** What the console says when nobody is signed in any more. */
export const SIGNED_OUT = 'You are signed out. Sign in again.';

/** A message with a way to sign in, where that is what is missing: beside this page, so that what was typed here stays. */
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
