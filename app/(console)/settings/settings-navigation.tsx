'use client';

import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect, useRef } from 'react';
import { useConnection, useMay } from '@/components/hooks/use-can';
import { cn } from '@/components/ui/cn';
import { Link } from '@/components/ui/link';

/** The pages of the settings as tabs. `children`: the title above them. */
export function SettingsNavigation({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  const pages = useSettingsPages();
  const isCurrent = (href: string) => pathname === href || pathname.startsWith(`${href}/`);
  const tabs = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const link = tabs.current?.querySelector(`[href="${pathname}"]`);
    link?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <div className="pb-6 [&>header]:pb-2">
      {children}
      <nav aria-label="Settings" className="overflow-x-auto border-b border-line px-4 md:px-6">
        <ul ref={tabs} className="flex gap-4 whitespace-nowrap">
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
    isConnected && { href: '/settings/connection', label: 'Connection' },
    may('listTokens') && { href: '/settings/tokens', label: 'API tokens' },
    may('listWebhooks') && { href: '/settings/webhooks', label: 'Webhooks' },
    { href: '/settings/api', label: 'API reference' },
  ];
  return pages.filter((page) => page !== false);
}
