import { useState } from 'react';
import { encode } from 'uqr';
import { findProblems } from '@/components/form/contract-errors';
import { FormDialog } from '@/components/form/form-dialog';
import { ShownOnce } from '@/components/form/shown-once';
import { useActionForm } from '@/components/form/use-action-form';
import { useAction } from '@/components/hooks/use-operation';
import { Button } from '@/components/ui/button';
import { copyText } from '@/components/ui/copy-text';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { secondFactorInput } from '@/lib/staff/account';
import type { TwoFactorSecret } from '@/lib/staff/staff';
import { PasswordDialog } from '../../confirm-password/password-dialog';
import { newRecoveryCodes, newTwoFactorSecret, turnOnTwoFactor } from './profile-actions';

/** Sets up two-factor sign-in: password, app, recovery codes. */
export function TwoFactorDialog({ onClose }: { onClose(): void }) {
  const [secret, setSecret] = useState<TwoFactorSecret | null>(null);
  const [isOn, setIsOn] = useState(false);
  const { mutateAsync } = useAction(turnOnTwoFactor, []);
  const actionForm = useActionForm({
    defaultValues: { code: '' },
    check: (values) => findProblems(secondFactorInput, values),
    send: mutateAsync,
    onSent: () => setIsOn(true),
  });
  const { form } = actionForm;
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
  const key = new URL(secret.uri).searchParams.get('secret') ?? '';
  return (
    <FormDialog
      {...actionForm}
      holds
      title="Add Roster to your authenticator app"
      description="Scan the code, or type the key into the app. Then enter the code that it shows."
      action="Turn on"
      onClose={onClose}
    >
      <QrCode text={secret.uri} />
      <p className="flex flex-wrap items-center justify-center gap-2 text-center text-sm">
        <code className="font-mono">{key.match(/.{1,4}/g)?.join(' ')}</code>
        <Button size="sm" onClick={() => copyText(key, 'the key')}>
          Copy key
        </Button>
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

/** A QR code, dark on white in both themes, because cameras need it. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label="QR code for the authenticator app"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-44 rounded-md border border-line bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Replaces the recovery codes and shows the new ones once. */
export function RecoveryCodesDialog({ onClose }: { onClose(): void }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <PasswordDialog
      title="New recovery codes"
      description="Your current codes stop working."
      call={newRecoveryCodes}
      onDone={setCodes}
      onClose={onClose}
    />
  );
}

/** Shows recovery codes once, to be copied. */
function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose(): void }) {
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
