import { useQuery } from '@tanstack/react-query';
import { countOf } from '@/components/data-table/format-count';
import { ConfirmAction } from '@/components/form/confirm-action';
import { Link } from '@/components/ui/link';
import { toast } from '@/components/ui/toast';
import type { Colleague } from '@/lib/staff/staff';
import { useOffered } from '../../console-providers';
import { activeTokensOf } from '../tokens/active-tokens-of';
import { tokenListOptions } from '../tokens/token-queries';
import { deactivate } from './team-actions';
import { teamOptions } from './team-queries';

export function DeactivateDialog({ person, onClose }: { person: Colleague; onClose(): void }) {
  const isInvited = person.state === 'invited';
  return (
    <ConfirmAction
      title={isInvited ? `Take back the invitation of ${person.name}?` : `Deactivate ${person.name}?`}
      description={
        isInvited ? (
          'The link stops working.'
        ) : (
          <>
            They are signed out and lose access at once. What they did stays. You can reactivate them.
            <Tokens person={person} />
          </>
        )
      }
      action={isInvited ? 'Take back' : 'Deactivate'}
      call={(organization) => deactivate({ id: person.id }, organization)}
      invalidates={[teamOptions.queryKey]}
      onDone={() => toast.success(`Deactivated ${person.name}`)}
      onClose={onClose}
    />
  );
}

/** The tokens that stay. */
function Tokens({ person }: { person: Colleague }) {
  const enabled = useOffered('tokens:manage', 'listTokens');
  const { data = [] } = useQuery({ ...tokenListOptions, enabled });
  const count = activeTokensOf(person.id, data).length;
  if (count === 0) return null;
  return (
    <span className="mt-2 block">
      {countOf(count, 'API token')} <bdi>{person.name}</bdi> made{' '}
      {count === 1 ? 'keeps working. Revoke it in ' : 'keep working. Revoke them in '}
      <Link href="/settings/tokens" className="text-accent underline underline-offset-2">
        Tokens
      </Link>
      .
    </span>
  );
}
