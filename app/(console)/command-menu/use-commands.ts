import { useQuery } from '@tanstack/react-query';
import {
  History,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Plus,
  Settings,
  Sun,
  Tags,
  Ticket,
  Trash2,
  Upload,
  Users,
} from 'lucide-react';
import { useTheme } from 'next-themes';
import { useTransition } from 'react';
import { signOut } from '@/app/(auth)/sign-out';
import { leavePage } from '@/components/form/leave-page';
import { useImportOffered, useMay, useOffered } from '../console-providers';
import { segmentListOptions } from '../segments/segment-queries';
import { useCapabilities } from '../service-provider';
import { useSettingsPages } from '../settings/settings-navigation';
import type { Command, CommandGroup } from './match-commands';
import { pageCommands } from './page-commands';

export function useCommands({ onAddSegment }: { onAddSegment(): void }): CommandGroup[] {
  const { setTheme } = useTheme();
  const [, startTransition] = useTransition();
  const can = useCapabilities();
  const mayReadActivity = useMay('activity:read');
  const settingsPages = useSettingsPages();
  const { data: segments = [] } = useQuery(segmentListOptions());
  const theme = (id: string, label: string, icon: LucideIcon): Command => {
    return { id, label, also: 'mode', icon, run: () => setTheme(id) };
  };
  const offered: Record<string, boolean> = {
    trash: can.listTrash,
    codes: can.listReferralCodes,
    import: useImportOffered(),
    activity: can.listActivity && mayReadActivity,
    'add-contact': useOffered('contacts:write', 'upsertContact'),
    'add-segment': useOffered('segments:write', 'createSegment'),
  };
  const isOffered = ({ id }: Command) => offered[id] ?? true;
  const add: Command[] = [
    { id: 'add-contact', label: 'Add contact', also: 'new create', icon: Plus, href: '/contacts/new' },
    { id: 'add-segment', label: 'Add segment', also: 'new create tag', icon: Plus, run: onAddSegment },
  ];
  const goTo: Command[] = [
    { id: 'contacts', label: 'Contacts', icon: Users, href: '/contacts' },
    { id: 'segments', label: 'Segments', also: 'tags', icon: Tags, href: '/segments' },
    { id: 'codes', label: 'Referral codes', also: 'promo', icon: Ticket, href: '/referral-codes' },
    { id: 'import', label: 'Import', also: 'upload csv excel spreadsheet', icon: Upload, href: '/import' },
    { id: 'activity', label: 'Activity', also: 'history audit log', icon: History, href: '/activity' },
    { id: 'trash', label: 'Trash', also: 'bin deleted restore', icon: Trash2, href: '/contacts/trash' },
  ];
  return [
    { value: 'Selection', items: pageCommands('Selection') },
    {
      value: 'Go to',
      items: [
        ...goTo.filter(isOffered),
        ...settingsPages.map((page) => ({ ...page, id: page.href, detail: 'Settings', icon: Settings })),
      ],
    },
    {
      value: 'Actions',
      items: [
        ...add.filter(isOffered),
        ...pageCommands('Actions'),
        theme('light', 'Light theme', Sun),
        theme('dark', 'Dark theme', Moon),
        theme('system', 'System theme', Monitor),
        {
          id: 'sign-out',
          label: 'Sign out',
          also: 'logout',
          icon: LogOut,
          run: () => leavePage(() => startTransition(() => signOut())),
        },
      ],
    },
    {
      value: 'Segments',
      most: 5,
      items: segments.map(({ id, title }) => ({
        id: `segment-${id}`,
        label: title,
        icon: Tags,
        href: `/contacts?segment=${id}`,
      })),
    },
  ];
}
