'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { useTarget } from '@/components/hooks/navigation-target';
import { useConnection, useMay } from '@/components/hooks/use-can';
import { cn } from '@/components/ui/cn';
import { Link } from '@/components/ui/link';
import { NarrowPage, PageHeader } from '@/components/ui/page-header';
import { PendingBoundary, PendingLines } from '@/components/ui/pending-boundary';
import { isSettings } from './is-settings';

/** The frame of the settings: their title, tabs, and a page. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  return (
    <NarrowPage>
      <SettingsNavigation />
      <PendingBoundary placeholder={({ pathname }) => (isSettings(pathname) ? <PendingLines /> : null)}>
        {children}
      </PendingBoundary>
    </NarrowPage>
  );
}

/** The title of the settings, and their pages as tabs. */
export function SettingsNavigation() {
  const { pathname } = useTarget();
  const pages = useSettingsPages();
  const isCurrent = (href: string) => pathname === href || pathname.startsWith(`${href}/`);
  const current = pages.find(({ href }) => isCurrent(href))?.href;
  const tabs = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const link = tabs.current?.querySelector(`[href="${current}"]`);
    link?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <div className="mb-6 border-b border-line [&>header]:pb-2">
      <PageHeader title="Settings" />
      {/* Fades what is cut off at its sides. */}
      <nav
        aria-label="Settings"
        className="overflow-x-auto px-4 [mask-image:linear-gradient(to_right,transparent,#000_1rem,#000_calc(100%-1rem),transparent)] md:px-6"
      >
        <ul ref={tabs} className="flex w-max gap-4 whitespace-nowrap">
          {pages.map(({ href, label }) => (
            <li key={href}>
              <Link
                href={href}
                aria-current={isCurrent(href) ? 'page' : undefined}
                className={cn(
                  'flex h-11 items-center border-b-2 text-sm font-medium hover:text-ink',
                  isCurrent(href)
                    ? 'border-accent text-ink'
                    : 'border-transparent text-muted forced-colors:border-[Canvas]',
                )}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

/** The pages of the settings that the person may open. */
export function useSettingsPages(): { href: string; label: string }[] {
  const may = useMay();
  const isConnected = useConnection() !== null;
  const pages = [
    { href: '/settings/profile', label: 'Profile' },
    may('staff:manage') && { href: '/settings/team', label: 'Team' },
    may('staff:manage') && { href: '/settings/organization', label: 'Organization' },
    may('fields:manage', 'createField') && { href: '/settings/fields', label: 'Fields' },
    isConnected && { href: '/settings/connection', label: 'Connection' },
    may('listTokens') && { href: '/settings/tokens', label: 'API tokens' },
    may('listWebhooks') && { href: '/settings/webhooks', label: 'Webhooks' },
    { href: '/settings/api', label: 'API reference' },
  ];
  return pages.filter((page) => page !== false);
}
