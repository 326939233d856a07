import { ChevronsUpDown } from 'lucide-react';
import { lazy } from 'react';
import { useConsole } from '@/components/contacts/use-console';
import { Avatar } from '@/components/ui/avatar';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { LazyOnPress } from '@/components/ui/lazy-on-press';
import type { AccountMenuProps } from './account-menu';

const AccountMenu = lazy(() => import('./account-menu').catch(chunkLoadFailed));

/** The signed-in person's name or email, with a menu that is loaded on the first press. */
export function AccountButton(props: AccountMenuProps) {
  const { staffId } = useConsole();
  const shown = props.name || props.email;
  const face = (
    <button
      type="button"
      className="flex h-9 items-center gap-2 rounded-md px-2 text-left hover:bg-hover active:bg-line data-popup-open:bg-hover md:w-full"
    >
      <Avatar id={staffId} name={shown} />
      <span className="sr-only">Account: </span>
      <span className="min-w-0 flex-1 truncate text-sm font-medium max-md:sr-only">{shown}</span>
      <ChevronsUpDown aria-hidden className="hidden size-4 shrink-0 text-muted md:block" />
    </button>
  );
  return (
    <LazyOnPress face={face}>
      <AccountMenu {...props} trigger={face} />
    </LazyOnPress>
  );
}
