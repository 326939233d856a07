'use client';

import { useQuery } from '@tanstack/react-query';
import {
  KeyRound,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Plus,
  Settings,
  Sun,
  Tags,
  Trash2,
  Users,
} from 'lucide-react';
import { useTheme } from 'next-themes';
import { useTransition } from 'react';
import { signOut } from '@/app/(auth)/sign-out';
import { leavePage } from '@/components/form/leave-page';
import { useMay, useOffered } from '../console-providers';
import { segmentListOptions } from '../segments/segment-queries';
import { useService } from '../service-provider';
import { useSettingsPages } from '../settings/use-settings-pages';
import { pageCommands } from './page-commands';

/** Something the menu does: goes to `href`, or runs. */
export interface Command {
  id: string;
  label: string;
  /** Beside the label, and searched too. */
  detail?: string;
  /** Other words that people type for it: searched only. */
  also?: string;
  icon: LucideIcon;
  href?: string;
  run?(): void;
}

export interface CommandGroup {
  value: string;
  items: readonly Command[];
  /** Only found by words, and at most so many. */
  most?: number;
}

const NEW = 'new create';

/** What this person can do from anywhere. */
export function useCommands({ onAddSegment }: { onAddSegment(): void }): CommandGroup[] {
  const { setTheme } = useTheme();
  const [, startTransition] = useTransition();
  const { lacking } = useService();
  const mayAddContact = useOffered('contacts:write', 'upsertContact');
  const mayAddSegment = useOffered('segments:write', 'createSegment');
  const maySeeTrash = useMay('contacts:read') && !lacking.listTrash;
  const settingsPages = useSettingsPages();
  const { data: segments = [] } = useQuery(segmentListOptions());
  return [
    { value: 'Selection', items: pageCommands('Selection') },
    {
      value: 'Go to',
      items: [
        { id: 'contacts', label: 'Contacts', icon: Users, href: '/contacts' },
        ...(maySeeTrash
          ? [
              {
                id: 'trash',
                label: 'Trash',
                detail: 'Deleted contacts',
                also: 'bin restore',
                icon: Trash2,
                href: '/contacts/trash',
              },
            ]
          : []),
        { id: 'segments', label: 'Segments', also: 'tags', icon: Tags, href: '/segments' },
        ...settingsPages.map(({ href, label }) => ({
          id: href,
          label,
          detail: 'Settings',
          also: href === '/settings/tokens' ? 'keys' : '',
          icon: href === '/settings/tokens' ? KeyRound : Settings,
          href,
        })),
      ],
    },
    {
      value: 'Do',
      items: [
        ...(mayAddContact
          ? [{ id: 'add-contact', label: 'Add contact', also: NEW, icon: Plus, href: '/contacts/new' }]
          : []),
        ...(mayAddSegment
          ? [{ id: 'add-segment', label: 'Add segment', also: `${NEW} tag`, icon: Plus, run: onAddSegment }]
          : []),
        ...pageCommands('Do'),
        { id: 'light', label: 'Light theme', also: 'mode', icon: Sun, run: () => setTheme('light') },
        { id: 'dark', label: 'Dark theme', also: 'mode', icon: Moon, run: () => setTheme('dark') },
        {
          id: 'system',
          label: 'Theme as the system',
          also: 'mode',
          icon: Monitor,
          run: () => setTheme('system'),
        },
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
        detail: 'Segment',
        icon: Tags,
        href: `/contacts?segment=${id}`,
      })),
    },
  ];
}
