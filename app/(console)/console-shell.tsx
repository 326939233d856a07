'use client';

import { CloudOff, Menu } from 'lucide-react';
import dynamic from 'next/dynamic';
import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { isReachable, subscribeReachable, watchRequests } from '@/components/hooks/reachable';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { focusMain } from '@/components/ui/focus-main';
import { IconButton } from '@/components/ui/icon-button';
import { Notice } from '@/components/ui/notice';
import { PendingBar } from '@/components/ui/pending-boundary';
import { Wordmark } from '@/components/ui/wordmark';
import type { StaffMember } from '@/lib/staff/staff';
import { AccountButton } from './account-button';
import { BulkChangeLines } from './bulk-changes/bulk-change-lines';
import { CommandMenuButton } from './command-menu/command-menu-button';
import { ConfirmPassword } from './confirm-password/confirm-password';
import { ConnectionBanner } from './connection-banner';
import { DiskNotice } from './disk-notice';
import { ExportLines } from './exports/export-lines';
import { ImportLines } from './import/import-lines';
import { Navigation } from './navigation';
import { OrganizationButton } from './organizations/organization-button';
import { PageBoundary } from './pending-page';
import { useCopiedPhones } from './use-copied-phones';
import { WebhookNotice } from './webhook-notice';

const SampleStrip = dynamic(() => import('./contacts/list/sample-strip').catch(chunkLoadFailed));
const Sheet = dynamic(() => import('@/components/ui/sheet').catch(chunkLoadFailed));

interface ConsoleShellProps {
  staff: Pick<StaffMember, 'name' | 'email' | 'role' | 'organization' | 'organizations' | 'identityProvider'>;
  /** Free bytes on the disk; `null` if there are enough or the person is no admin. */
  lowDisk: number | null;
  /** Whether there is sample data that the person may remove. */
  offersRemoval: boolean;
  children: ReactNode;
}

/** The console's frame: a side rail on wide screens, a top bar on narrow ones. */
export function ConsoleShell({ staff, lowDisk, offersRemoval, children }: ConsoleShellProps) {
  useFocusOfNewPage();
  useCopiedPhones();
  useEffect(watchRequests, []);
  const isConnected = useSyncExternalStore(subscribeReachable, isReachable, () => true);
  return (
    <div className="flex min-h-dvh flex-col md:grid md:h-dvh md:grid-cols-[14.5rem_minmax(0,1fr)] print:block! print:h-auto!">
      <PendingBar />
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-1.5 text-sm font-medium text-accent-ink focus-visible:translate-y-0"
      >
        Skip to content
      </a>
      <header
        id="rail"
        className="sticky top-0 z-20 border-b border-line bg-surface md:static md:min-h-0 md:border-r md:border-b-0 print:hidden"
      >
        <div className="flex h-12 items-center justify-between px-2 md:h-full md:flex-col md:items-stretch md:gap-0.5 md:p-2">
          <div className="flex min-h-0 flex-1 items-center gap-1 md:flex-col md:items-stretch md:gap-3">
            <CompactNavigation organization={staff.organization} />
            <OrganizationButton current={staff.organization} organizations={staff.organizations} />
            <CommandMenuButton />
            <div className="hidden min-h-0 flex-1 md:flex">
              <Navigation />
            </div>
          </div>
          <AccountButton name={staff.name} email={staff.email} role={staff.role} />
        </div>
      </header>
      <div className="page-column flex min-w-0 flex-1 flex-col md:min-h-0 print:block!">
        {/* Above the part that scrolls. */}
        <div className="sticky top-12 z-10 md:static print:hidden">
          <Notice icon={CloudOff}>{isConnected ? null : 'Roster can’t be reached. Trying again…'}</Notice>
        </div>
        {offersRemoval && isConnected ? <SampleStrip /> : null}
        <main
          id="main"
          data-unreachable={!isConnected || undefined}
          tabIndex={-1}
          className="flex min-h-0 min-w-0 flex-1 flex-col outline-none md:overflow-y-auto print:overflow-visible!"
        >
          <DiskNotice free={lowDisk} />
          <ConnectionBanner />
          <WebhookNotice />
          <PageBoundary>{children}</PageBoundary>
        </main>
        <ExportLines />
        <ImportLines />
        <BulkChangeLines />
      </div>
      <ConfirmPassword identityProvider={staff.identityProvider} />
    </div>
  );
}

/** The navigation of narrow screens, behind a button. */
function CompactNavigation({ organization }: Pick<StaffMember, 'organization'>) {
  const [open, setOpen] = useState(false);
  return (
    <div className="md:hidden">
      <IconButton
        icon={Menu}
        iconClassName=""
        label="Open navigation"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {open ? (
        <Sheet title={<Wordmark organization={organization} />} onClose={() => setOpen(false)}>
          <Navigation onNavigate={() => setOpen(false)} />
        </Sheet>
      ) : null}
    </div>
  );
}

/** Focuses the new page if the followed link, which had the focus, is gone. */
function useFocusOfNewPage(): void {
  const pathname = usePathname();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current !== pathname && document.activeElement === document.body) focusMain();
    before.current = pathname;
  }, [pathname]);
}
