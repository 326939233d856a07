import type { ReactNode } from 'react';

interface ErrorTextProps {
  error: Error | { code: string; message: string };
  /** "Nothing was saved: " */
  before?: string;
  after?: string;
}

/** An error message, with a link to sign in in a new tab, which keeps typed text, or a button to reload, if that helps. */
export function ErrorText({ error, before, after }: ErrorTextProps): ReactNode {
  const code = getErrorCode(error);
  if (code === 'UNAUTHORIZED')
    return (
      <>
        {before}You are signed out.{' '}
        <a href="/sign-in" target="_blank" rel="noreferrer" className="font-medium text-accent underline">
          Sign in in another tab
        </a>
        , then try again here.
      </>
    );
  if (code === 'OUTDATED')
    return (
      <>
        {before}Roster was updated.{' '}
        <button
          type="button"
          onClick={() => window.location.reload()}
          className="font-medium text-accent underline"
        >
          Reload
        </button>{' '}
        to continue.{after}
      </>
    );
  return (
    <>
      {before}
      {error.message}
      {after}
    </>
  );
}

export const getErrorCode = (error: Error | { code: string }): string | undefined =>
  'code' in error ? error.code : undefined;
