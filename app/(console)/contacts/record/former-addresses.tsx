import { X } from 'lucide-react';
import type { CallError } from '@/components/hooks/call-error';
import { useCan } from '@/components/hooks/use-can';
import { useOperation } from '@/components/hooks/use-operation';
import { useRead } from '@/components/hooks/use-read';
import { formatPhone } from '@/components/text/phone';
import { IconButton } from '@/components/ui/icon-button';
import { RelativeTime } from '@/components/ui/relative-time';
import { toast } from '@/components/ui/toast';

/** Emails and phones that lead to the contact because of a merge, if any. */
export function FormerAddresses({ id }: { id: string }) {
  const { data: addresses = [] } = useRead('listFormerAddresses', { id });
  const mayRemove = useCan('removeFormerAddress');
  const { mutate, isPending } = useOperation('removeFormerAddress', {
    onError: (error: CallError) => toast.failed(null, error),
  });
  if (addresses.length === 0) return null;
  return (
    <section aria-labelledby="former-title" className="properties">
      <div>
        <h2 id="former-title">Former addresses</h2>
        <ul className="min-w-0 px-2.5">
          {addresses.map(({ field, value, since }) => (
            <li key={value} className="flex items-start gap-x-3 py-1 text-sm/6">
              <div className="flex min-w-0 flex-1 flex-wrap gap-x-3">
                <bdi className="min-w-0 wrap-anywhere">{formatPhone(value)}</bdi>
                <span className="text-muted">
                  <RelativeTime at={since} />
                </span>
              </div>
              {mayRemove ? (
                <IconButton
                  icon={X}
                  size="icon-sm"
                  label={`Remove ${formatPhone(value)}`}
                  title="Remove: others can use it again"
                  pending={isPending}
                  onClick={() => mutate({ id, query: { [field]: value } })}
                />
              ) : null}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
