import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { cacheContact } from '@/components/contacts/contact-queries';
import { contactTopics } from '@/components/hooks/console-operations';
import { useCan, useMay } from '@/components/hooks/use-can';
import { useAction } from '@/components/hooks/use-operation';
import { useRead } from '@/components/hooks/use-read';
import { SuggestInput } from '@/components/pickers/suggest-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { focusAround } from '@/components/ui/focus-main';
import { PendingPart } from '@/components/ui/pending-part';
import { RelativeTime } from '@/components/ui/relative-time';
import { toast } from '@/components/ui/toast';
import type { Contact } from '@/lib/contract/contact';
import { redeemCode } from '../form/contact-form-actions';
import { useCodes } from '../form/suggestions';
import { CodeLink, ReferredContacts } from './referred-contacts';

/**
 * Redeemed codes and referred contacts of a contact; also when it was last seen, if its latest version cannot be read.
 */
export function ContactAside({ contact: { id } }: { contact: Contact }) {
  const may = useMay();
  // If the latest version cannot be read, show the age of this one.
  const { data: lastSeen } = useRead(
    'listLastSeen',
    { query: { contactId: id } },
    { enabled: !may('readLatest') },
  );
  const seenAt = lastSeen?.[id];
  return (
    <>
      {may('listRedemptions') ? <RedeemedCodes id={id} /> : null}
      {may('listReferralCodes', 'listCodeRedemptions') ? <ReferredContacts id={id} /> : null}
      {seenAt ? (
        <p className="mt-3.5 text-sm text-muted">
          Last seen <RelativeTime at={seenAt} />
        </p>
      ) : null}
    </>
  );
}

/** Codes that the contact redeemed, and a button to redeem another one. */
function RedeemedCodes({ id }: { id: string }) {
  const mayRedeem = useCan('upsertContact');
  const redemptions = useRead('listRedemptions', { id });
  const { data } = redemptions;
  return (
    <section aria-labelledby="codes-title" className="properties">
      <div>
        <h2 id="codes-title">Referral codes</h2>
        <div className="flex min-w-0 flex-col items-start px-[11px]">
          {data && data.length > 0 ? (
            <ul className="w-full">
              {data.map(({ referralCodeId, code, label, redeemedAt }) => (
                <li
                  key={referralCodeId}
                  className="flex min-h-8 flex-wrap items-baseline justify-between gap-x-3 py-1 text-sm text-muted"
                >
                  <span className="min-w-0">
                    <CodeLink id={referralCodeId} code={code} /> {label}
                  </span>
                  <RelativeTime at={redeemedAt} />
                </li>
              ))}
            </ul>
          ) : null}
          {data?.length === 0 && !mayRedeem ? <p className="py-1.5 text-sm text-muted">–</p> : null}
          <PendingPart query={redemptions} className="my-2 w-32" />
          {mayRedeem ? <RedeemCode id={id} /> : null}
        </div>
      </div>
    </section>
  );
}

/** Redeems a referral code for a contact, independently of its form. */
function RedeemCode({ id }: { id: string }) {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const [code, setCode] = useState('');
  const { codes, known } = useCodes(code, open);
  const close = () => {
    setOpen(false);
    setCode('');
    redeem.reset();
  };
  const redeem = useAction(redeemCode, contactTopics, {
    onSuccess(contact, { referralCode }) {
      close();
      toast.success(`Redeemed ${referralCode.trim().toUpperCase()}`);
      cacheContact(queryClient, { ...contact, own: true });
    },
  });
  if (!open)
    return (
      <Button
        variant="ghost"
        size="sm"
        onClick={() => setOpen(true)}
        className="-ml-2 my-0.5 text-base! font-normal! text-muted!"
      >
        Redeem a code
      </Button>
    );
  return (
    <form
      ref={focusAround}
      className="flex w-full flex-wrap items-end gap-2 pb-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() && !redeem.isPending) redeem.mutate({ id, referralCode: code });
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        close();
      }}
    >
      <Field
        label="Referral code"
        className="min-w-0 flex-1 basis-32"
        error={redeem.error?.details[0]?.message ?? redeem.error?.message}
        description={known?.detail}
      >
        <SuggestInput
          value={code}
          suggestions={codes}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          onPick={setCode}
          onChange={({ target }) => {
            setCode(target.value);
            redeem.reset();
          }}
        />
      </Field>
      <Button type="submit" pending={redeem.isPending} disabled={!code.trim()}>
        Redeem
      </Button>
      <Button variant="ghost" onClick={close}>
        Cancel
      </Button>
    </form>
  );
}
