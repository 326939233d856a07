import type { ReactNode } from 'react';

interface ErrorTextProps {
  error: Error | { code: string; message: string };
  /** "Nothing was saved: " */
  before?: string;
  after?: string;
}

/** An error in words, with the way out that it has: sign in in a new tab, to keep what was typed, or reload. */
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
