import { useState } from 'react';
import { ShownOnce } from '@/components/form/shown-once';
import { PasswordDialog } from '../../confirm-password/password-dialog';
import { newRecoveryCodes } from './profile-actions';

/** Replaces the recovery codes and shows the new ones once. */
export function RecoveryCodesDialog({ onClose }: { onClose(): void }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <PasswordDialog
      title="New recovery codes"
      description="The ones you have stop working."
      call={newRecoveryCodes}
      onDone={setCodes}
      onClose={onClose}
    />
  );
}

export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose(): void }) {
  return (
    <ShownOnce
      title="Recovery codes"
      description="Each signs you in once without your phone. Keep them safe; they will not be shown again."
      label="Codes"
      value={codes.join('\n')}
      onClose={onClose}
    />
  );
}
