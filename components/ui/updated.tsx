import type { ReactNode } from 'react';

/** The message once the server runs another build than the page. */
export const UPDATED = 'Roster was updated. Reload to continue.';

/** Makes “Reload” in a message a button. */
export function withReload(message: ReactNode): ReactNode {
  if (typeof message !== 'string' || !message.includes(UPDATED)) return message;
  const [before, after] = message.split(UPDATED);
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
}
