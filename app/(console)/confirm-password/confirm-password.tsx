'use client';

import { lazy, useEffect, useState } from 'react';
import { setAsk } from './confirmed';

const ConfirmPasswordDialog = lazy(() => import('./confirm-password-dialog'));

/** Asks for the password once more, for whatever action wants it; see `confirmed`. */
export function ConfirmPassword() {
  const [settle, setSettle] = useState<((given: boolean) => void) | null>(null);
  useEffect(() => {
    setAsk(() => new Promise((resolve) => setSettle(() => resolve)));
    return () => setAsk(null);
  }, []);
  if (!settle) return null;
  return (
    <ConfirmPasswordDialog
      onClose={(given) => {
        setSettle(null);
        settle(given);
      }}
    />
  );
}
