import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { segmentKeys } from '@/app/(console)/segments/segment-queries';
import { type ActionError, callAction } from '@/components/form/call-action';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { toast } from '@/components/ui/toast';
import { contactKeys } from '../contact-queries';
import { redeemCode } from '../form/contact-form-actions';
import { contactOptions } from './contact-page-queries';

/** Redeems a referral code for a contact, independently of its form. */
export function RedeemCode({ id }: { id: string }) {
  const queryClient = useQueryClient();
  const [code, setCode] = useState('');
  const redeem = useMutation({
    mutationFn: (referralCode: string) => callAction(redeemCode, { id, referralCode }),
    onSuccess(contact, referralCode) {
      setCode('');
      toast.success(`Redeemed ${referralCode.trim().toUpperCase()}`);
      queryClient.setQueryData(contactOptions(id).queryKey, { ...contact, own: true });
      void queryClient.invalidateQueries({ queryKey: contactKeys.contacts });
      void queryClient.invalidateQueries({ queryKey: segmentKeys.segments });
    },
  });
  const refused = (redeem.error as ActionError | null)?.refused;
  return (
    <form
      className="flex items-end gap-2 pt-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() && !redeem.isPending) redeem.mutate(code);
      }}
    >
      <Field
        label="Redeem a code"
        className="min-w-0 flex-1"
        error={refused?.details[0]?.message ?? refused?.message}
      >
        <Input
          value={code}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => {
            setCode(target.value);
            redeem.reset();
          }}
        />
      </Field>
      <Button type="submit" pending={redeem.isPending} disabled={!code.trim()} className="self-end">
        Redeem
      </Button>
    </form>
  );
}
