import { useQueryClient } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import type { Target } from '@/components/hooks/navigation-target';
import { useRead } from '@/components/hooks/use-read';
import { contactName } from '@/components/text/contact-name';
import { Avatar } from '@/components/ui/avatar';
import { BackLink } from '@/components/ui/back-link';
import { cn } from '@/components/ui/cn';
import { headerClasses, NarrowPage, PageHeader } from '@/components/ui/page-header';
import { PendingBoundary, PendingLines, PendingRows } from '@/components/ui/pending-boundary';
import type { Contact } from '@/lib/contract/contact';
import { PageSteps } from './contacts/record/contact-steps';
import { isSettings } from './settings/is-settings';
import { usePages } from './use-pages';
import { findShownView } from './views/shown-view';

/** Shows the heading of the page that is navigated to, and placeholders, until the server responds. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  return (
    <PendingBoundary
      // The settings have a boundary of their own, below their tabs.
      placeholder={(target) =>
        isSettings(pathname) && isSettings(target.pathname) ? null : (
          <PendingPage key={target.pathname} {...target} />
        )
      }
    >
      {children}
    </PendingBoundary>
  );
}

/** Headings of pages that are not in the navigation, and of items that are not cached. */
const headings: Record<string, string> = {
  '/contacts/new': 'Add contact',
  '/activity/proposals': 'Proposals',
  '/activity': 'Proposal',
  '/import/paste': 'Paste a list',
  '/contacts': 'Contact',
  '/segments': 'Segment',
  '/referral-codes': 'Referral code',
  '/import': 'Import',
};

function PendingPage({ pathname, search }: Target) {
  const [, area = '', id] = pathname.split('/');
  const page = Object.values(usePages()).find((one) => one?.href === pathname);
  const name = useCachedName(id);
  const { data: views = [] } = useRead('listSavedViews', {});
  const view = pathname === '/contacts' ? findShownView(views, search) : undefined;
  const known = view?.title ?? page?.label ?? headings[id ? pathname : ''];
  const heading = known ?? name ?? headings[`/${area}`] ?? '';
  const back = id ? <BackLink to={`/${area}`} label="Back" /> : undefined;
  const status = (
    <p role="status" className="sr-only">
      Loading {heading}…
    </p>
  );
  if (isSettings(pathname))
    return (
      <NarrowPage>
        <PageHeader title="Settings" />
        {/* The place of the tabs, which come with the page: other pages need not load them. */}
        <div className="mb-6 h-9 border-b border-line" />
        {status}
        <PendingLines />
      </NarrowPage>
    );
  if (area === 'contacts' && id && !known)
    return (
      <NarrowPage>
        <header className={cn(headerClasses, 'flex items-start gap-3')}>
          <div className="flex items-center gap-1">
            {back}
            <Avatar id={id} name={heading} large />
          </div>
          <h1 dir="auto" className="min-w-0 flex-1 text-left text-xl font-semibold wrap-anywhere">
            {heading}
          </h1>
          <PageSteps id={id} />
        </header>
        {status}
        <div className="grid gap-10 lg:grid-cols-[25rem_minmax(0,1fr)]">
          <PendingLines />
          <PendingLines />
        </div>
      </NarrowPage>
    );
  const isForm = id && headings[pathname];
  const Frame = isForm || area === 'activity' ? NarrowPage : 'div';
  return (
    <Frame>
      <PageHeader back={back} title={heading} />
      {status}
      {isForm ? <PendingLines /> : <PendingRows />}
    </Frame>
  );
}

/** The name of a contact, segment, code or file that some read has returned, by its id. */
function useCachedName(id: string | undefined): string | undefined {
  const queryClient = useQueryClient();
  if (!id) return undefined;
  for (const { state } of queryClient.getQueryCache().getAll()) {
    const { data = state.data } = (state.data ?? {}) as { data?: unknown };
    const found = ([data].flat() as ({ id?: string } | undefined)[]).find((item) => item?.id === id);
    if (!found) continue;
    const { title, code, name } = found as Partial<Record<'title' | 'code' | 'name', string>>;
    return 'contact' in found ? contactName(found as Contact) : (title ?? code ?? name);
  }
  return undefined;
}
