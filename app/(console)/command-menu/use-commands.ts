import { LogOut, type LucideIcon, Monitor, Moon, Plus, Settings, Sun, Tags } from 'lucide-react';
import { useTheme } from 'next-themes';
import { useTransition } from 'react';
import { leavePage } from '@/components/hooks/leave-page';
import { type Command, pageCommands } from '@/components/hooks/page-commands';
import { useMay } from '@/components/hooks/use-can';
import { useSegments } from '@/components/segments/use-segments';
import { signOut } from '../../(auth)/auth-actions';
import { useSettingsPages } from '../settings/settings-navigation';
import { usePages } from '../use-pages';
import type { CommandGroup } from './match-commands';

/** The commands of the menu besides contacts, with `false` in place of what is not permitted. */
export function useCommands({
  onAddSegment,
}: {
  onAddSegment(title: string): void;
}): CommandGroup<Command | false>[] {
  const { setTheme } = useTheme();
  const [, startTransition] = useTransition();
  const may = useMay();
  const settingsPages = useSettingsPages();
  const { data: segments = [] } = useSegments();
  const theme = (id: string, label: string, icon: LucideIcon): Command => {
    return { id, label, also: 'mode', icon, run: () => setTheme(id) };
  };
  const page = (href: string, label: string, icon: LucideIcon, also?: string): Command => {
    return { id: href, label, also, icon, href };
  };
  return [
    { value: 'Selection', items: pageCommands('Selection') },
    {
      value: 'Go to',
      items: [
        ...Object.values(usePages()).map((page) => page !== undefined && { id: page.href, ...page }),
        ...settingsPages.map((page) => ({ ...page, id: page.href, detail: 'Settings', icon: Settings })),
      ],
    },
    {
      value: 'Actions',
      items: [
        may('upsertContact') && page('/contacts/new', 'Add contact', Plus, 'new create'),
        may('createSegment') && {
          id: 'add-segment',
          label: 'Add segment',
          also: 'new create tag',
          icon: Plus,
          run: () => onAddSegment(''),
        },
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
        href: `/segments/${id}`,
      })),
    },
  ];
}
