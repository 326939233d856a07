import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '@/components/hooks/use-act';
import { useCan } from '@/components/hooks/use-can';
import { useRead } from '@/components/hooks/use-read';
import { contactTopics } from '@/components/hooks/vocabulary';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { RelativeTime } from '@/components/ui/relative-time';
import { SegmentChip } from '@/components/ui/segment-chip';
import { Skeleton } from '@/components/ui/skeleton';
import { toast } from '@/components/ui/toast';
import type { Contact } from '@/lib/contract/contact';
import { useSegments } from '../../segments/use-segments';
import { putContact } from '../contact-queries';
import { redeemCode } from '../form/contact-form-actions';
import { PartFailed, RecordPart } from './record-part';
import { ReferredContacts } from './referred-contacts';

export function ContactAside({ contact }: { contact: Contact }) {
  const mayReadRedemptions = useCan('listRedemptions');
  const mayReadCodes = useCan('listReferralCodes', 'listCodeRedemptions');
  const mayRedeem = useCan('upsertContact');
  // If the latest version cannot be read, show the age of this one.
  const { data: lastSeen } = useRead(
    'listLastSeen',
    { query: { contactId: contact.id } },
    { enabled: !useCan('readLatest') },
  );
  const seenAt = lastSeen?.[contact.id];
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <AssignedSegments contact={contact} />
      {mayReadRedemptions ? <RedeemedCodes id={contact.id} mayRedeem={mayRedeem} /> : null}
      {mayReadCodes ? <ReferredContacts id={contact.id} /> : null}
      {seenAt ? (
        <p className="text-sm text-muted">
          Last seen <RelativeTime at={seenAt} />
        </p>
      ) : null}
    </div>
  );
}

function AssignedSegments({ contact }: { contact: Contact }) {
  const { data: all } = useSegments();
  return (
    <RecordPart title="Assigned segments">
      {contact.segments.length === 0 ? (
        <p className="text-sm text-muted">No segments</p>
      ) : (
        <ul className="flex flex-col">
          {contact.segments.map(({ segmentId, assignedAt }) => {
            const segment = all?.find(({ id }) => id === segmentId);
            return (
              <li key={segmentId} className="flex min-h-8 items-center justify-between gap-3">
                {segment ? (
                  <span title={segment.title} className="flex min-w-0">
                    <SegmentChip title={segment.title} color={segment.color} className="max-w-full!" />
                  </span>
                ) : (
                  <Skeleton className="w-16" />
                )}
                <span className="shrink-0 text-sm text-muted">
                  <RelativeTime at={assignedAt} />
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </RecordPart>
  );
}

function RedeemedCodes({ id, mayRedeem }: { id: string; mayRedeem: boolean }) {
  const redemptions = useRead('listRedemptions', { id });
  const { data, error } = redemptions;
  return (
    <RecordPart title="Redeemed referral codes">
      {data?.length === 0 ? <p className="text-sm text-muted">None</p> : null}
      {data && data.length > 0 ? (
        <ul className="flex flex-col">
          {data.map(({ referralCodeId, code, label, redeemedAt }) => (
            <li key={referralCodeId} className="flex min-h-8 items-center justify-between gap-3">
              <span className="min-w-0 py-1">
                <code className="font-mono text-sm break-all">{code}</code>
                {label ? <span className="text-sm text-muted"> {label}</span> : null}
              </span>
              <span className="shrink-0 text-sm text-muted">
                <RelativeTime at={redeemedAt} />
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {data ? null : <PartFailed query={redemptions} />}
      {data || error ? null : <Skeleton className="my-2 w-32" />}
      {mayRedeem ? <RedeemCode id={id} /> : null}
    </RecordPart>
  );
}

/** Redeems a referral code for a contact, independently of its form. */
function RedeemCode({ id }: { id: string }) {
  const queryClient = useQueryClient();
  const [code, setCode] = useState('');
  const redeem = useAction(redeemCode, contactTopics, {
    onSuccess(contact, { referralCode }) {
      setCode('');
      toast.success(`Redeemed ${referralCode.trim().toUpperCase()}`);
      putContact(queryClient, { ...contact, own: true });
    },
  });
  return (
    <form
      className="flex items-end gap-2 pt-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() && !redeem.isPending) redeem.mutate({ id, referralCode: code });
      }}
    >
      <Field
        label="Redeem a code"
        className="min-w-0 flex-1"
        error={redeem.error?.details[0]?.message ?? redeem.error?.message}
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
