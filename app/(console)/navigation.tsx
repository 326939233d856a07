'use client';

import { Bookmark, type LucideIcon, Settings } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTarget } from '@/components/hooks/navigation-target';
import { useCan } from '@/components/hooks/use-can';
import { useDebouncedValue } from '@/components/hooks/use-debounced-value';
import { useHydrated } from '@/components/hooks/use-hydrated';
import { useRead } from '@/components/hooks/use-read';
import { useSegments } from '@/components/segments/use-segments';
import { formatCount } from '@/components/text/format-count';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { cn } from '@/components/ui/cn';
import { Link } from '@/components/ui/link';
import { RuleMark, SegmentDot } from '@/components/ui/segment-chip';
import { OpenProposals } from './activity/proposals/open-proposals';
import { type ConsolePage, usePages } from './use-pages';
import { findShownView, viewHref } from './views/shown-view';

const ViewCount = lazy(() => import('./views/view-count').catch(chunkLoadFailed));

const PROPOSALS = '/activity/proposals';
/** Most segments shown. */
const MOST = 8;
/** Delay of the counts of views, so that the page's own reads come first. */
const COUNT_AFTER_MILLISECONDS = 500;

/** Links to the console's pages, saved views and largest segments. */
export function Navigation({ onNavigate }: { onNavigate?(): void }) {
  const { pathname: path, search } = useTarget();
  const edited = path === '/contacts' && new URLSearchParams(search).get('rule');
  // The rule of a segment is edited in the contact list.
  const pathname = edited ? `/segments/${edited}` : path;
  const pages = usePages();
  const mayDecide = useCan('listProposals', 'approveProposal');
  const { data: views = [] } = useRead('listSavedViews', {});
  const counts = useDebouncedValue(useHydrated(), COUNT_AFTER_MILLISECONDS);
  // Newer segments must not arrive before the page has been hydrated with the ones that it was rendered with.
  const { data: segments = [] } = useSegments({ refetchOnMount: false });
  const largest = segments
    .toSorted((one, other) => (other.contactCount ?? 0) - (one.contactCount ?? 0))
    .slice(0, MOST);
  const shown = pathname === '/contacts' ? findShownView(views, search) : undefined;

  /** The link of a page, marked if it or a page below it is shown. */
  function entry({ href, label, icon }: ConsolePage) {
    const isBelow =
      pathname.startsWith(`${href}/`) && !/^\/(contacts\/trash$|activity\/proposals)/.test(pathname);
    const isInList = largest.some(({ id }) => pathname === `/segments/${id}`);
    const current = pathname === href && !shown ? 'page' : isBelow && !isInList ? 'true' : undefined;
    return <NavigationEntry {...{ href, current, icon, onNavigate }}>{label}</NavigationEntry>;
  }
  /** The link of a view or a segment. */
  function list(href: string, isShown: boolean, lead: ReactNode, title: string, count: ReactNode) {
    return (
      <NavigationEntry href={href} current={isShown ? 'page' : undefined} onNavigate={onNavigate}>
        <span className="flex w-4 shrink-0 justify-center">{lead}</span>
        <span dir="auto" className="min-w-0 flex-1 truncate text-left">
          {title}
        </span>
        {count}
      </NavigationEntry>
    );
  }
  return (
    <nav aria-label="Main" className="flex min-h-0 min-w-0 flex-1 flex-col gap-3">
      <ul className="fading-end flex min-h-0 flex-1 flex-col gap-0.5 overflow-y-auto">
        <li>
          {pages.contacts && entry(pages.contacts)}
          <ul>
            {views.map((view) => (
              <li key={view.id}>
                {list(
                  viewHref(view),
                  view === shown,
                  <Bookmark aria-hidden className="size-3.5" />,
                  view.title,
                  counts ? (
                    <Suspense fallback={null}>
                      <ViewCount query={view.query} />
                    </Suspense>
                  ) : null,
                )}
              </li>
            ))}
          </ul>
        </li>
        <li>
          {pages.segments && entry(pages.segments)}
          <ul>
            {largest.map(({ id, title, color, rule, contactCount }) => (
              <li key={id}>
                {list(
                  `/segments/${id}`,
                  pathname === `/segments/${id}`,
                  <SegmentDot color={color} />,
                  title,
                  <>
                    {rule ? <RuleMark /> : null}
                    {contactCount === undefined ? null : (
                      <span className="text-xs tabular-nums">{formatCount(contactCount)}</span>
                    )}
                  </>,
                )}
              </li>
            ))}
            {segments.length > MOST ? (
              <li>
                <NavigationEntry href="/segments" onNavigate={onNavigate}>
                  <span className="ml-6.5">All segments</span>
                </NavigationEntry>
              </li>
            ) : null}
          </ul>
        </li>
        {pages.referralCodes ? <li>{entry(pages.referralCodes)}</li> : null}
        {pages.import ? <li>{entry(pages.import)}</li> : null}
        {pages.activity ? (
          <li>
            {entry(pages.activity)}
            {mayDecide
              ? list(PROPOSALS, pathname.startsWith(PROPOSALS), null, 'Proposals', <OpenProposals />)
              : null}
          </li>
        ) : null}
      </ul>
      <ul className="flex flex-col gap-0.5">
        {pages.trash ? <li>{entry(pages.trash)}</li> : null}
        <li>{entry({ href: '/settings', label: 'Settings', icon: Settings })}</li>
      </ul>
    </nav>
  );
}

interface EntryProps {
  href: string;
  current?: 'page' | 'true' | undefined;
  /** Icon of a page. Views and segments have none. */
  icon?: LucideIcon;
  onNavigate: (() => void) | undefined;
  children: ReactNode;
}

/** A link of the navigation. */
function NavigationEntry({ href, current, icon: Icon, onNavigate, children }: EntryProps) {
  return (
    <Link
      href={href}
      onClick={onNavigate}
      aria-current={current}
      className={cn(
        'flex items-center gap-2.5 rounded-md px-2 hover:bg-hover hover:text-ink',
        Icon ? 'h-8 text-base font-medium max-md:h-10' : 'h-7 text-sm max-md:h-9',
        current ? 'bg-hover text-ink' : 'text-muted',
      )}
    >
      {Icon ? <Icon aria-hidden className={cn('size-4', current && 'text-accent')} /> : null}
      {children}
    </Link>
  );
}
