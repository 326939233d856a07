import { useState } from 'react';
import { problemsOf } from '@/components/form/contract-errors';
import { FormDialog } from '@/components/form/form-dialog';
import { useActionForm } from '@/components/form/use-action-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { secondFactorInput } from '@/lib/staff/account';
import type { TwoFactorSecret } from '@/lib/staff/staff';
import { PasswordDialog } from '../../confirm-password/password-dialog';
import { newTwoFactorSecret, turnOnTwoFactor } from './profile-actions';
import { QrCode } from './qr-code';
import { RecoveryCodes } from './recovery-codes-dialog';

/** Sets up two-factor sign-in: password, app, recovery codes. */
export function TwoFactorDialog({ onClose }: { onClose(): void }) {
  const [secret, setSecret] = useState<TwoFactorSecret | null>(null);
  const [isOn, setIsOn] = useState(false);
  if (!secret)
    return (
      <PasswordDialog
        title="Set up two-factor sign-in"
        call={newTwoFactorSecret}
        onDone={setSecret}
        onClose={onClose}
      />
    );
  if (isOn) return <RecoveryCodes codes={secret.recoveryCodes} onClose={onClose} />;
  return <AppStep uri={secret.uri} onDone={() => setIsOn(true)} onClose={onClose} />;
}

const fields = ['code'] as const;

function AppStep({ uri, onDone, onClose }: { uri: string; onDone(): void; onClose(): void }) {
  const actionForm = useActionForm({
    fields,
    defaultValues: { code: '' },
    check: (values) => problemsOf(secondFactorInput, values),
    send: turnOnTwoFactor,
    onSent: onDone,
  });
  const { form } = actionForm;
  const key = new URL(uri).searchParams.get('secret') ?? '';
  return (
    <FormDialog
      {...actionForm}
      holds
      title="Add Roster to your authenticator app"
      description="Scan the code, or type the key into the app. Then enter the code that it shows."
      action="Turn on"
      onClose={onClose}
    >
      <QrCode text={uri} />
      <p className="text-center text-sm text-muted">
        Key <code className="font-mono break-all text-ink">{key.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <Field label="Code" error={form.formState.errors.code?.message} required>
        <Input
          {...form.register('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          className="font-mono"
        />
      </Field>
    </FormDialog>
  );
}
