import { X } from 'lucide-react';
import { memo } from 'react';
import { useFieldsByName } from '@/components/contacts/own-fields';
import type { CallError } from '@/components/hooks/call-error';
import { useCan } from '@/components/hooks/use-can';
import { useOperation } from '@/components/hooks/use-operation';
import { useRead } from '@/components/hooks/use-read';
import { formatPhone } from '@/components/text/phone';
import { exactTime } from '@/components/text/relative-time';
import { BreakableText } from '@/components/ui/breakable-text';
import { IconButton } from '@/components/ui/icon-button';
import { toast } from '@/components/ui/toast';
import type { FormerAddress } from '@/lib/contract/merge';

/** Emails, phones and ids that lead to the contact because of a merge: "Also: old@example.com, former", "Also: CRM id 0042, former". */
export const FormerAddresses = memo(function FormerAddresses({ id }: { id: string }) {
  const isOffered = useCan('listFormerAddresses');
  const { data: addresses = [] } = useRead('listFormerAddresses', { id }, { enabled: isOffered });
  const fields = useFieldsByName();
  const mayRemove = useCan('removeFormerAddress');
  const { mutate, isPending } = useOperation('removeFormerAddress', {
    onError: (error: CallError) => toast.failed(null, error),
  });
  if (addresses.length === 0) return null;
  return (
    <ul aria-label="Former addresses" className="min-w-0 px-[11px]">
      {addresses.map(({ field, value, since }) => (
        <li key={field + value} className="flex min-h-6 items-start gap-x-1 text-sm/6 text-muted">
          <span className="min-w-0 wrap-anywhere" title={`Since ${exactTime(since)}`}>
            Also: {fields.has(field) ? `${fields.get(field)?.label} ` : null}
            <bdi>
              <BreakableText text={formatPhone(value)} />
            </bdi>
            , former
          </span>
          {mayRemove ? (
            <IconButton
              icon={X}
              size="icon-sm"
              label={`Remove ${formatPhone(value)}`}
              title="Remove: others can use it again"
              pending={isPending}
              onClick={() => mutate({ id, query: toRemoval(field, value) })}
              className="-my-0.5 print:hidden"
            />
          ) : null}
        </li>
      ))}
    </ul>
  );
});

const toRemoval = (field: FormerAddress['field'], value: string) =>
  field === 'email' || field === 'phone'
    ? { [field]: value }
    : { fields: { [field.slice('fields.'.length)]: [value] } };
