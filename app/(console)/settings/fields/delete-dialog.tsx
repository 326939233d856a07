import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidate, useOperation } from '@/components/hooks/use-operation';
import { formatCount, formatCountOf } from '@/components/text/format-count';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { ErrorText } from '@/components/ui/error-text';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { toast } from '@/components/ui/toast';
import type { Field as OwnField } from '@/lib/contract/field';

/** Deletes an archived field forever. If contacts have values in it, their number is told then and must be typed. */
export default function DeleteDialog({ field, onClose }: { field: OwnField; onClose(): void }) {
  const queryClient = useQueryClient();
  const [count, setCount] = useState(0);
  const [typed, setTyped] = useState('');
  const { mutate, isPending, error } = useOperation('deleteField', {
    onSuccess() {
      // The line at the foot of the page tells of the end.
      if (count === 0) toast.success(`Deleted ${field.label}`);
      void invalidate(queryClient, ['bulk-changes']);
      onClose();
    },
    onError(error) {
      const now = error.details.find((detail) => detail.count !== undefined)?.count;
      if (now) setCount(now);
      if (error.code === 'NOT_FOUND') onClose();
    },
  });
  const isCounted = error?.details.some((detail) => detail.count !== undefined);
  return (
    <ConfirmDialog
      title={`Delete ${field.label} forever?`}
      description={
        count > 0
          ? `${formatCountOf(count, 'contact has', 'contacts have')} a value in it, those in the trash included. These values are deleted, too. This cannot be undone.`
          : 'This cannot be undone. If contacts have values in it, you are asked again.'
      }
      action={count > 0 ? `Delete ${formatCountOf(count, 'value')}` : 'Delete'}
      pending={isPending}
      disabled={count > 0 && typed.replace(/[\s,.'’]/g, '') !== String(count)}
      problem={error && !isCounted && <ErrorText error={error} />}
      onConfirm={() => mutate({ id: field.id, ...(count > 0 && { query: { values: String(count) } }) })}
      onClose={onClose}
    >
      {count > 0 ? (
        <Field label={`Type ${formatCount(count)} to confirm`}>
          <Input
            autoComplete="off"
            inputMode="numeric"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
      ) : null}
    </ConfirmDialog>
  );
}
