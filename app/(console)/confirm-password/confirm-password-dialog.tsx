'use client';

import { confirmPassword } from './confirm-actions';
import { PasswordDialog } from './password-dialog';

/** Above the dialog whose action wants the password. */
export default function ConfirmPasswordDialog({ onClose }: { onClose(given: boolean): void }) {
  return (
    <PasswordDialog
      title="Confirm it’s you"
      description="This needs your password once more."
      call={confirmPassword}
      onDone={() => onClose(true)}
      onClose={() => onClose(false)}
    />
  );
}
