import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidate, useOperation } from '@/components/hooks/use-operation';
import { useRead } from '@/components/hooks/use-read';
import { formatCount, formatCountOf } from '@/components/text/format-count';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { ErrorText } from '@/components/ui/error-text';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { toast } from '@/components/ui/toast';
import type { Field as OwnField } from '@/lib/contract/field';

/** Deletes an archived field forever. If contacts have values in it, their number is told and must be typed. */
export default function DeleteDialog({ field, onClose }: { field: OwnField; onClose(): void }) {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  // Any other type will do: both kinds of values are counted.
  const counted = {
    id: field.id,
    body: { type: field.type === 'text' ? ('link' as const) : ('text' as const) },
  };
  const { data, error, refetch } = useRead('previewFieldType', counted, { staleTime: 0, gcTime: 0 });
  const count = data && data.convertible + data.inconvertible;
  const deletion = useOperation('deleteField', {
    onSuccess() {
      // The line at the foot of the page tells of the end.
      if (count === 0) toast.success(`Deleted ${field.label}`);
      void invalidate(queryClient, ['bulk-changes']);
      onClose();
    },
    onError({ code }) {
      if (code === 'NOT_FOUND') onClose();
      else void refetch();
    },
  });
  const title = `Delete ${field.label} forever?`;
  if (error && !data)
    return (
      <ConfirmDialog
        harmless
        title={title}
        description="Its values could not be counted."
        action="Try again"
        problem={<ErrorText error={error} />}
        onConfirm={() => refetch()}
        onClose={onClose}
      />
    );
  const problem = deletion.error ?? error;
  return (
    <ConfirmDialog
      title={title}
      description={
        count
          ? `${formatCountOf(count, 'contact has', 'contacts have')} a value in it, those in the trash included. These values are deleted, too. This cannot be undone.`
          : count === 0
            ? 'No contact has a value in it. This cannot be undone.'
            : 'Counting its values…'
      }
      action={count ? `Delete field and ${formatCountOf(count, 'value')}` : 'Delete field'}
      pending={deletion.isPending}
      disabled={count === undefined || (count > 0 && typed.replace(/[\s,.'’]/g, '') !== String(count))}
      problem={problem && <ErrorText error={problem} />}
      onConfirm={() => deletion.mutate({ id: field.id, query: { values: String(count) } })}
      onClose={onClose}
    >
      {count ? (
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
