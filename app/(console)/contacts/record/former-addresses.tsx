import { X } from 'lucide-react';
import type { CallError } from '@/components/hooks/call-error';
import { useCan } from '@/components/hooks/use-can';
import { useOperation } from '@/components/hooks/use-operation';
import { useRead } from '@/components/hooks/use-read';
import { formatPhone } from '@/components/text/phone';
import { exactTime } from '@/components/text/relative-time';
import { BreakableText } from '@/components/ui/breakable-text';
import { IconButton } from '@/components/ui/icon-button';
import { toast } from '@/components/ui/toast';

/** Emails and phones that lead to the contact because of a merge, if any: "Also: old@example.com, former". */
export function FormerAddresses({ id }: { id: string }) {
  const isOffered = useCan('listFormerAddresses');
  const { data: addresses = [] } = useRead('listFormerAddresses', { id }, { enabled: isOffered });
  const mayRemove = useCan('removeFormerAddress');
  const { mutate, isPending } = useOperation('removeFormerAddress', {
    onError: (error: CallError) => toast.failed(null, error),
  });
  if (addresses.length === 0) return null;
  return (
    <ul aria-label="Former addresses" className="min-w-0 px-[11px]">
      {addresses.map(({ field, value, since }) => (
        <li key={value} className="flex min-h-6 items-start gap-x-1 text-sm/6 text-muted">
          <span className="min-w-0 wrap-anywhere" title={`Since ${exactTime(since)}`}>
            Also:{' '}
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
              onClick={() => mutate({ id, query: { [field]: value } })}
              className="-my-0.5 print:hidden"
            />
          ) : null}
        </li>
      ))}
    </ul>
  );
}
