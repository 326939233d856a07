'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ConfirmAction } from '@/components/form/confirm-action';
import { useAction } from '@/components/hooks/use-operation';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { toast } from '@/components/ui/toast';
import { Section } from '../section';
import { turnOffTwoFactor } from './profile-actions';
import { RecoveryCodesDialog, TwoFactorDialog } from './two-factor-dialog';

/** Sets up two-factor sign-in, or turns it off and replaces its recovery codes. */
export function TwoFactor({ isOn }: { isOn: boolean }) {
  const router = useRouter();
  const [open, setOpen] = useState<'set-up' | 'codes' | 'off' | null>(null);
  const { mutateAsync } = useAction(turnOffTwoFactor, []);
  const close = () => {
    setOpen(null);
    router.refresh();
  };
  return (
    <Section
      title="Two-factor sign-in"
      aside={isOn ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>}
      description={
        isOn
          ? 'Signing in takes your password and a code of your authenticator app.'
          : 'Sign in with a code from an authenticator app as well as your password.'
      }
      actions={
        isOn ? (
          <>
            <Button onClick={() => setOpen('codes')}>New recovery codes</Button>
            <Button onClick={() => setOpen('off')}>Turn off</Button>
          </>
        ) : (
          <Button onClick={() => setOpen('set-up')}>Set up</Button>
        )
      }
    >
      {open === 'set-up' ? <TwoFactorDialog onClose={close} /> : null}
      {open === 'codes' ? <RecoveryCodesDialog onClose={close} /> : null}
      {open === 'off' ? (
        <ConfirmAction
          title="Turn off two-factor sign-in?"
          description="Your password alone will sign you in. The recovery codes stop working."
          action="Turn off"
          run={() => mutateAsync(undefined)}
          onDone={() => toast.success('Two-factor sign-in is off')}
          onClose={close}
        />
      ) : null}
    </Section>
  );
}
