import { History, Settings, Tags, Ticket, Upload, Users } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { cn } from '@/components/ui/cn';
import { useImportOffered, useMay } from './console-providers';
import { useCapabilities } from './service-provider';

const destinations = [
  { href: '/contacts', label: 'Contacts', icon: Users, below: '/contacts' },
  { href: '/segments', label: 'Segments', icon: Tags, below: '/segments' },
  { href: '/referral-codes', label: 'Referral codes', icon: Ticket, below: '/referral-codes' },
  { href: '/import', label: 'Import', icon: Upload, below: '/import' },
  { href: '/activity', label: 'Activity', icon: History, below: '/activity' },
  { href: '/settings', label: 'Settings', icon: Settings, below: '/settings' },
];

export function Navigation({ onNavigate }: { onNavigate?(): void }) {
  const pathname = usePathname();
  const isImportOffered = useImportOffered();
  const { listActivity, listReferralCodes } = useCapabilities();
  const mayReadActivity = useMay('activity:read');
  return (
    <ul className="flex flex-col gap-0.5">
      {destinations.map(({ href, label, icon: Icon, below }) => {
        if (href === '/import' && !isImportOffered) return null;
        if (href === '/activity' && !(listActivity && mayReadActivity)) return null;
        if (href === '/referral-codes' && !listReferralCodes) return null;
        const current = pathname === below || pathname.startsWith(`${below}/`);
        return (
          <li key={href}>
            <Link
              href={href}
              onClick={onNavigate}
              aria-current={current ? (pathname === href ? 'page' : 'true') : undefined}
              className={cn(
                'flex h-8 items-center gap-2.5 rounded-md px-2 text-base font-medium hover:bg-hover hover:text-ink',
                current ? 'bg-hover text-ink' : 'text-muted',
              )}
            >
              <Icon aria-hidden className={cn('size-4', current && 'text-accent')} />
              {label}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
