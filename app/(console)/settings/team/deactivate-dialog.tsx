import { ConfirmAction } from '@/components/form/confirm-action';
import { toast } from '@/components/ui/toast';
import type { Colleague } from '@/lib/staff/staff';
import { deactivate } from './team-actions';
import { teamOptions } from './team-queries';

export function DeactivateDialog({ person, onClose }: { person: Colleague; onClose(): void }) {
  const isInvited = person.state === 'invited';
  return (
    <ConfirmAction
      title={isInvited ? `Take back the invitation of ${person.name}?` : `Deactivate ${person.name}?`}
      description={
        isInvited
          ? 'The link stops working.'
          : 'They are signed out and lose access at once. What they did stays. You can reactivate them.'
      }
      action={isInvited ? 'Take back' : 'Deactivate'}
      call={(organization) => deactivate({ id: person.id }, organization)}
      invalidates={[teamOptions().queryKey]}
      onDone={() => toast.success(`Deactivated ${person.name}`)}
      onClose={onClose}
    />
  );
}
