import {
  History,
  LogOut,
  type LucideIcon,
  Merge,
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
import { leavePage } from '@/components/hooks/leave-page';
import { useCan } from '@/components/hooks/use-can';
import { signOut } from '../../(auth)/auth-actions';
import { useSegments } from '../segments/use-segments';
import { useSettingsPages } from '../settings/settings-navigation';
import type { Command, CommandGroup } from './match-commands';
import { pageCommands } from './page-commands';

export function useCommands({ onAddSegment }: { onAddSegment(title: string): void }): CommandGroup[] {
  const { setTheme } = useTheme();
  const [, startTransition] = useTransition();
  const mayReadActivity = useCan('listActivity');
  const mayReadCodes = useCan('listReferralCodes');
  const mayReadTrash = useCan('listTrash');
  const mayMerge = useCan('listDuplicates', 'mergeContacts');
  const settingsPages = useSettingsPages();
  const { data: segments = [] } = useSegments();
  const theme = (id: string, label: string, icon: LucideIcon): Command => {
    return { id, label, also: 'mode', icon, run: () => setTheme(id) };
  };
  const mayImport = useCan('listImports', 'contacts:write');
  const mayAddContact = useCan('upsertContact');
  const mayAddSegment = useCan('createSegment');
  const add: (Command | false)[] = [
    mayAddContact && {
      id: 'add-contact',
      label: 'Add contact',
      also: 'new create',
      icon: Plus,
      href: '/contacts/new',
    },
    mayAddSegment && {
      id: 'add-segment',
      label: 'Add segment',
      also: 'new create tag',
      icon: Plus,
      run: () => onAddSegment(''),
    },
  ];
  const goTo: (Command | false)[] = [
    { id: 'contacts', label: 'Contacts', icon: Users, href: '/contacts' },
    { id: 'segments', label: 'Segments', also: 'tags', icon: Tags, href: '/segments' },
    mayReadCodes && {
      id: 'codes',
      label: 'Referral codes',
      also: 'promo',
      icon: Ticket,
      href: '/referral-codes',
    },
    mayImport && {
      id: 'import',
      label: 'Import',
      also: 'upload csv excel spreadsheet',
      icon: Upload,
      href: '/import',
    },
    mayReadActivity && {
      id: 'activity',
      label: 'Activity',
      also: 'history audit log',
      icon: History,
      href: '/activity',
    },
    mayMerge && {
      id: 'duplicates',
      label: 'Likely duplicates',
      also: 'merge dedupe same person',
      icon: Merge,
      href: '/contacts/duplicates',
    },
    mayReadTrash && {
      id: 'trash',
      label: 'Trash',
      also: 'bin deleted restore',
      icon: Trash2,
      href: '/contacts/trash',
    },
  ];
  return [
    { value: 'Selection', items: pageCommands('Selection') },
    {
      value: 'Go to',
      items: [
        ...goTo.filter((one) => one !== false),
        ...settingsPages.map((page) => ({ ...page, id: page.href, detail: 'Settings', icon: Settings })),
      ],
    },
    {
      value: 'Actions',
      items: [
        ...add.filter((one) => one !== false),
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
