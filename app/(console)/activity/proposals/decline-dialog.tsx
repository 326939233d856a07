import { useState } from 'react';
import { ConfirmAction } from '@/components/form/confirm-action';
import { useOperation } from '@/components/hooks/use-operation';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { toast } from '@/components/ui/toast';

/** Declines a proposal, with a comment for who proposed it. */
export function DeclineDialog({ id, onClose }: { id: string; onClose(): void }) {
  const { mutateAsync } = useOperation('declineProposal');
  const [comment, setComment] = useState('');
  return (
    <ConfirmAction
      title="Decline this proposal?"
      description="Nothing is changed. The proposer can read the reason."
      action="Decline"
      harmless
      run={() => mutateAsync({ id, body: comment.trim() ? { comment } : {} })}
      onDone={() => toast.success('Declined')}
      onClose={onClose}
    >
      <Field label="Reason" hint="optional">
        <Textarea
          dir="auto"
          rows={3}
          maxLength={500}
          value={comment}
          onChange={({ target }) => setComment(target.value)}
        />
      </Field>
    </ConfirmAction>
  );
}
