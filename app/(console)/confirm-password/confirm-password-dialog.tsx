import { Button, buttonClasses } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { confirmPassword } from './confirm-actions';
import { PasswordDialog } from './password-dialog';

interface ConfirmPasswordDialogProps {
  identityProvider: string | null;
  onClose(given: boolean): void;
}

/**
 * Dialog that asks for the password, above the dialog whose action requires it; with an `identityProvider`, for a new
 * sign-in there.
 */
export default function ConfirmPasswordDialog({ identityProvider, onClose }: ConfirmPasswordDialogProps) {
  const title = 'Confirm it’s you';
  if (!identityProvider)
    return (
      <PasswordDialog
        title={title}
        description="Enter your password to continue."
        call={confirmPassword}
        onDone={() => onClose(true)}
        onClose={() => onClose(false)}
      />
    );
  const next = window.location.pathname + window.location.search;
  return (
    <Dialog
      onClose={() => onClose(false)}
      title={title}
      description="Sign in again, then repeat this. What you typed here will be lost."
      actions={
        <>
          <Button onClick={() => onClose(false)}>Cancel</Button>
          <a
            href={`/sign-in/company/${identityProvider}?${new URLSearchParams({ next, again: '1' })}`}
            className={buttonClasses({ variant: 'primary' })}
          >
            Sign in again
          </a>
        </>
      }
    />
  );
}
