'use client';

import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type ActionError, callAction } from '@/components/form/call-action';
import { problemsOf } from '@/components/form/contract-errors';
import { FormRefusal } from '@/components/form/form-refusal';
import { useContractForm } from '@/components/form/use-contract-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
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
  const id = useId();
  const { form, refuse, alertRef } = useContractForm({
    fields,
    defaultValues: { code: '' },
    check: (values) => problemsOf(secondFactorInput, values),
  });
  const { errors, isSubmitting } = form.formState;
  const { mutateAsync } = useMutation({
    networkMode: 'always',
    mutationFn: (values: { code: string }) => callAction(turnOnTwoFactor(values)),
  });
  const save = form.handleSubmit((values) =>
    mutateAsync(values).then(onDone, ({ refused }: ActionError) => refuse(refused)),
  );
  const key = new URL(uri).searchParams.get('secret') ?? '';
  return (
    <Dialog
      open
      holds
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Add Roster to your authenticator app"
      description="Scan the code, or type the key into the app. Then enter the code that it shows."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" pending={isSubmitting}>
            Turn on
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={save} className="flex flex-col gap-4">
        <FormRefusal ref={alertRef} error={errors.root} />
        <QrCode text={uri} />
        <p className="text-center text-sm text-muted">
          Key <code className="font-mono break-all text-ink">{key.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        <Field label="Code" error={errors.code?.message} required>
          <Input
            {...form.register('code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            className="font-mono"
          />
        </Field>
      </form>
    </Dialog>
  );
}
