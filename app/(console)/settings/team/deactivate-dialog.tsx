import { ConfirmAction } from '@/components/form/confirm-action';
import { useCan } from '@/components/hooks/use-can';
import { useAction } from '@/components/hooks/use-operation';
import { useRead } from '@/components/hooks/use-read';
import { formatCountOf } from '@/components/text/format-count';
import { Link } from '@/components/ui/link';
import { toast } from '@/components/ui/toast';
import type { ApiToken } from '@/lib/contract/token';
import type { Colleague } from '@/lib/staff/staff';
import { deactivate } from './team-actions';

/** Confirms to deactivate a person, or to revoke an invitation. */
export function DeactivateDialog({ person, onClose }: { person: Colleague; onClose(): void }) {
  const { mutateAsync } = useAction(deactivate, ['team']);
  const isInvited = person.state === 'invited';
  return (
    <ConfirmAction
      title={isInvited ? `Revoke the invitation of ${person.name}?` : `Deactivate ${person.name}?`}
      description={
        isInvited ? (
          'The link stops working.'
        ) : (
          <>
            They are signed out and lose access at once. Their work stays. You can reactivate them.
            <ActiveTokens person={person} />
          </>
        )
      }
      action={isInvited ? 'Revoke' : 'Deactivate'}
      run={() => mutateAsync({ id: person.id })}
      onDone={() =>
        toast.success(`${isInvited ? 'Revoked the invitation of' : 'Deactivated'} ${person.name}`)
      }
      onClose={onClose}
    />
  );
}

/** Says how many tokens of the person stay active. */
function ActiveTokens({ person }: { person: Colleague }) {
  const enabled = useCan('listTokens');
  const { data = [] } = useRead('listTokens', {}, { enabled });
  const count = findActiveTokens(person.id, data).length;
  if (count === 0) return null;
  return (
    <span className="mt-2 block">
      {formatCountOf(count, 'API token')} <bdi>{person.name}</bdi> made{' '}
      {count === 1 ? 'keeps working. Revoke it in ' : 'keep working. Revoke them in '}
      <Link href="/settings/tokens" className="text-accent underline underline-offset-2">
        Tokens
      </Link>
      .
    </span>
  );
}

/** Finds the tokens that a person created and that are still active. */
export const findActiveTokens = (
  personId: string,
  tokens: readonly ApiToken[],
  now = new Date(),
): ApiToken[] =>
  tokens.filter(
    ({ createdBy, expiresAt }) =>
      createdBy?.kind === 'staff' &&
      createdBy.id === personId &&
      (expiresAt === null || new Date(expiresAt) > now),
  );
