import { lazy, useEffect, useState } from 'react';
import { setAskForPassword } from '@/components/hooks/call-action';
import { partGone } from '@/components/ui/upgrade';

const ConfirmPasswordDialog = lazy(() => import('./confirm-password-dialog').catch(partGone));

/** Asks for the password again, or for a new sign-in at the `company`, when an action requires it; see `callAction`. */
export function ConfirmPassword({ company }: { company: string | null }) {
  const [settle, setSettle] = useState<((given: boolean) => void) | null>(null);
  useEffect(() => {
    setAskForPassword(() => new Promise((resolve) => setSettle(() => resolve)));
    return () => setAskForPassword(null);
  }, []);
  if (!settle) return null;
  return (
    <ConfirmPasswordDialog
      company={company}
      onClose={(given) => {
        setSettle(null);
        settle(given);
      }}
    />
  );
}
