import { lazy, useEffect, useState } from 'react';
import { setAskForPassword } from '@/components/hooks/call-action';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';

const ConfirmPasswordDialog = lazy(() => import('./confirm-password-dialog').catch(chunkLoadFailed));

/** Asks for the password, or a new sign-in at the `identityProvider`, if an action requires it (`callAction`). */
export function ConfirmPassword({ identityProvider }: { identityProvider: string | null }) {
  const [settle, setSettle] = useState<((given: boolean) => void) | null>(null);
  useEffect(() => {
    setAskForPassword(() => new Promise((resolve) => setSettle(() => resolve)));
    return () => setAskForPassword(null);
  }, []);
  if (!settle) return null;
  return (
    <ConfirmPasswordDialog
      identityProvider={identityProvider}
      onClose={(given) => {
        setSettle(null);
        settle(given);
      }}
    />
  );
}
