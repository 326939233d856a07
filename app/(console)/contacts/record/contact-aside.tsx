import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMay, useOffered } from '@/app/(console)/console-providers';
import { segmentListOptions } from '@/app/(console)/segments/segment-queries';
import { useCapabilities } from '@/app/(console)/service-provider';
import { type ActionError, callAction } from '@/components/form/call-action';
import { Button, buttonClasses } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { RelativeTime } from '@/components/ui/relative-time';
import { SegmentChip } from '@/components/ui/segment-chip';
import { Skeleton } from '@/components/ui/skeleton';
import { toast } from '@/components/ui/toast';
import type { Contact } from '@/lib/contract/contact';
import { invalidateContacts } from '../contact-queries';
import { redeemCode } from '../form/contact-form-actions';
import { contactOptions, lastSeenOptions, redemptionsOptions } from './contact-page-queries';
import { PartFailed, RecordPart } from './record-part';
import { ReferredContacts } from './referred-contacts';

export function ContactAside({ contact }: { contact: Contact }) {
  const can = useCapabilities();
  const mayExport = useMay('activity:read');
  const mayRedeem = useOffered('contacts:write', 'upsertContact');
  // If the latest version cannot be read, show the age of this one.
  const { data: lastSeen } = useQuery({ ...lastSeenOptions(contact.id), enabled: !can.readLatest });
  const seenAt = lastSeen?.[contact.id];
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <AssignedSegments contact={contact} />
      {can.listRedemptions ? <RedeemedCodes id={contact.id} mayRedeem={mayRedeem} /> : null}
      {can.listReferralCodes && can.listCodeRedemptions ? <ReferredContacts id={contact.id} /> : null}
      <RecordPart title="Record">
        <dl className="flex flex-col">
          <Line term="Created">
            <RelativeTime at={contact.createdAt} />
          </Line>
          <Line term="Updated">
            <RelativeTime at={contact.updatedAt} />
          </Line>
          {seenAt ? (
            <Line term="Last seen">
              <RelativeTime at={seenAt} />
            </Line>
          ) : null}
          <Line term="ID">
            <code className="font-mono text-xs break-all select-all">{contact.id}</code>
          </Line>
        </dl>
        {mayExport && can.exportContact ? (
          <div className="pt-2 print:hidden">
            <a
              href={`/data/contacts/${contact.id}/export`}
              download
              title="Fields, segments, redemptions, imports and history, as one JSON file"
              className={buttonClasses({ size: 'sm' })}
            >
              <Download aria-hidden className="text-muted" /> Download all data
            </a>
          </div>
        ) : null}
      </RecordPart>
    </div>
  );
}

function AssignedSegments({ contact }: { contact: Contact }) {
  const { data: all } = useQuery(segmentListOptions());
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
  const redemptions = useQuery(redemptionsOptions(id));
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
  const redeem = useMutation({
    mutationFn: (referralCode: string) => callAction(redeemCode, { id, referralCode }),
    onSuccess(contact, referralCode) {
      setCode('');
      toast.success(`Redeemed ${referralCode.trim().toUpperCase()}`);
      queryClient.setQueryData(contactOptions(id).queryKey, { ...contact, own: true });
      invalidateContacts(queryClient);
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

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex min-h-7 items-baseline justify-between gap-3 text-sm">
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0 text-right">{children}</dd>
    </div>
  );
}
