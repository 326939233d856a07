import { ChevronsUpDown } from 'lucide-react';
import { lazy } from 'react';
import { LoadOnPress } from '@/components/ui/load-on-press';
import type { Organization } from '@/lib/staff/staff';
import { Mark, Wordmark } from '../wordmark';
import { useOrganizationTabs } from './use-organization-tabs';

const OrganizationMenu = lazy(() => import('./organization-menu'));

interface OrganizationButtonProps {
  current: Organization;
  organizations: readonly Organization[];
}

/** The current organization, with a switch; the program's name if there is only one. */
export function OrganizationButton({ current, organizations }: OrganizationButtonProps) {
  useOrganizationTabs(current.id);
  if (organizations.length < 2) return <Wordmark organization={current} />;
  const face = (
    <button
      type="button"
      className="flex h-9 min-w-0 items-center gap-2 rounded-md px-2 text-left hover:bg-hover data-popup-open:bg-hover"
    >
      <Mark logo={current.logo} />
      <span className="sr-only">Organization: </span>
      <bdi className="min-w-0 flex-1 truncate text-base font-semibold">{current.name}</bdi>
      <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
    </button>
  );
  return (
    <LoadOnPress face={face}>
      <OrganizationMenu trigger={face} current={current} organizations={organizations} />
    </LoadOnPress>
  );
}
