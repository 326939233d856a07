import {
  Bookmark,
  ClipboardPaste,
  Download,
  KeyRound,
  ListFilter,
  LogOut,
  type LucideIcon,
  MailPlus,
  Monitor,
  Moon,
  Settings,
  Sun,
  Tags,
  Ticket,
  Undo2,
  UserPlus,
  Webhook,
} from 'lucide-react';
import dynamic from 'next/dynamic';
import { usePathname } from 'next/navigation';
import { useTheme } from 'next-themes';
import { createSerializer } from 'nuqs';
import { type ComponentType, type ReactElement, useTransition } from 'react';
import { contactListParameters, filterFields, toUrlFilter } from '@/components/contacts/contact-list-state';
import { suggestFilters } from '@/components/contacts/filter-suggestions';
import { holdKeys } from '@/components/hooks/hold-keys';
import { leavePage } from '@/components/hooks/leave-page';
import { type Command, pageCommands } from '@/components/hooks/page-commands';
import { useMay } from '@/components/hooks/use-can';
import { useRead } from '@/components/hooks/use-read';
import { useSegments } from '@/components/segments/use-segments';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { canUndo, undoLast } from '@/components/ui/toast';
import { signOut } from '../../(auth)/auth-actions';
import { useSettingsPages } from '../settings/settings-navigation';
import { usePages } from '../use-pages';
import type { CommandGroup } from './match-commands';
import { useAddWebhook, useInvite } from './use-shown-once';

/** A dialog that is loaded when a command opens it. */
const part = <P,>(load: () => Promise<ComponentType<P>>) =>
  dynamic<P>(() => load().then((one) => ({ default: one }), chunkLoadFailed));

export const SegmentDialog = part(() =>
  import('@/components/segments/segment-dialog').then((one) => one.default),
);
const CodeDialog = part(() => import('../referral-codes/code-dialog').then((one) => one.CodeDialog));
const TokenDialog = part(() =>
  import('../settings/tokens/create-token-dialog').then((one) => one.CreateTokenDialog),
);
const WebhookDialog = part(() =>
  import('../settings/webhooks/webhook-dialog').then((one) => one.WebhookDialog),
);
const InviteDialog = part(() => import('../settings/team/invite-dialog').then((one) => one.InviteDialog));
const ExportDialog = part(() => import('../exports/export-dialog').then((one) => one.default));

/** Writes a filter as the query of the list of contacts. */
const toQuery = createSerializer(contactListParameters);

/** Synonyms of pages of the settings, by their addresses. */
const settingsWords: Record<string, string> = {
  '/settings/profile': 'account password two-factor sessions',
  '/settings/team': 'users roles colleagues members',
  '/settings/organization': 'logo country time zone approvals backups',
  '/settings/fields': 'custom properties',
  '/settings/tokens': 'keys assistant mcp',
  '/settings/webhooks': 'events integrations',
  '/settings/api': 'documentation developers openapi',
};

/** Most matches of a kind. */
const MOST = 5;

interface Options {
  /** The typed words. */
  words: string;
  /** Shows a dialog in place of the menu; `null` closes it. */
  onOpen(dialog: ReactElement | null): void;
}

/** The commands of the menu besides contacts, with `false` in place of what is not permitted. */
export function useCommands({ words, onOpen }: Options): CommandGroup<Command | false>[] {
  const { setTheme } = useTheme();
  const [, startTransition] = useTransition();
  const may = useMay();
  const pages = usePages();
  const settingsPages = useSettingsPages();
  const pathname = usePathname();
  const { data: segments = [] } = useSegments();
  const { data: views = [] } = useRead('listSavedViews', {});
  const mayReadCodes = may('listReferralCodes');
  const { data: codes = [] } = useRead('listReferralCodes', {}, { enabled: mayReadCodes && words !== '' });
  const { data: all } = useRead('listContacts', { query: { pageSize: '1' } }, { staleTime: 60_000 });
  const invite = useInvite(onOpen);
  const addWebhook = useAddWebhook(onOpen);
  const [, url] = /^webhook (https?:\/\/\S+)$/i.exec(words) ?? [];
  const [, address] = /^inv\S* (\S+@\S+\.\S+)$/i.exec(words) ?? [];

  const filters = suggestFilters(words, filterFields, toUrlFilter({}), {});

  /** Without words, only what is used often. */
  const isSearching = words !== '';
  const close = () => onOpen(null);
  /** A command that shows a dialog. */
  const dialog = (label: string, icon: LucideIcon, also: string, element: ReactElement): Command => {
    const run = () => {
      holdKeys();
      onOpen(element);
    };
    return { id: label, label, also, icon, run };
  };
  const theme = (id: string, label: string, icon: LucideIcon): Command => {
    return { id, label, also: 'mode', icon, run: () => setTheme(id) };
  };
  const link = (href: string, label: string, icon: LucideIcon, also?: string): Command => {
    return { id: label, label, also, icon, href };
  };
  /** A command that presses the page's button with this shortcut; `undefined` if there is none. */
  const button = (key: string, label: string, icon: LucideIcon): Command | undefined => {
    const target = document.querySelector<HTMLElement>(`#main [aria-keyshortcuts="${key}"]:enabled`);
    const run = () => {
      holdKeys();
      target?.click();
    };
    return target ? { id: label, label, icon, shortcut: key, run } : undefined;
  };
  const total = all?.meta.total ?? 0;
  const everyone = { filter: {}, words: '', count: total, examples: [] };
  const pageGroup: CommandGroup<Command | false> = {
    value: 'Go to',
    items: [
      ...Object.values(pages).map((page) => page !== undefined && { id: page.href, ...page }),
      link('/settings', 'Settings', Settings, 'preferences'),
      ...(isSearching ? settingsPages : []).map((page) => ({
        ...page,
        id: page.href,
        detail: 'Settings',
        also: settingsWords[page.href],
        icon: Settings,
      })),
      // Without words, not the page that is shown.
    ].filter((page) => page && (isSearching || page.href !== pathname)),
  };
  const actionGroup: CommandGroup<Command | false> = {
    value: 'Actions',
    items: [
      may('upsertContact') && {
        ...link('/contacts/new', 'Add contact', UserPlus, 'new create person'),
        shortcut: 'c',
      },
      button('f', 'Filter', ListFilter) ?? false,
      may('exportContacts') &&
        total > 0 &&
        (button('d', 'Export', Download) ??
          dialog(
            'Export',
            Download,
            'download csv excel',
            <ExportDialog
              contacts={{ selected: new Map(), all: everyone }}
              atLeast={!all?.meta.totalIsExact}
              onClose={close}
            />,
          )),
      pages.import !== undefined &&
        link('/import/paste', 'Paste contacts', ClipboardPaste, 'import text list'),
      may('createSegment') &&
        dialog('Create segment', Tags, 'new add tag', <SegmentDialog title="" onClose={close} />),
      may('createReferralCode') &&
        dialog('Create referral code', Ticket, 'new add promo', <CodeDialog onClose={close} />),
      may('staff:manage') &&
        dialog(
          'Invite to the team',
          MailPlus,
          'add colleague person user access',
          <InviteDialog onClose={close} onMade={invite.show} />,
        ),
      isSearching &&
        may('createToken') &&
        dialog('Create API token', KeyRound, 'new add key', <TokenDialog onClose={close} />),
      isSearching &&
        may('createWebhook') &&
        dialog('Create webhook', Webhook, 'new create', <WebhookDialog onClose={close} />),
      isSearching && link('/settings/profile', 'Change password', KeyRound, 'account'),
      canUndo() && {
        id: 'undo',
        label: 'Undo your last change',
        icon: Undo2,
        shortcut: 'z',
        run: () => void undoLast(),
      },
    ],
  };
  const moreGroup: CommandGroup<Command | false> = {
    value: 'More',
    items: [
      ...pageCommands('More'),
      ...(isSearching
        ? [
            theme('light', 'Light theme', Sun),
            theme('dark', 'Dark theme', Moon),
            theme('system', 'System theme', Monitor),
          ]
        : []),
      {
        id: 'sign-out',
        label: 'Sign out',
        also: 'logout',
        icon: LogOut,
        run: () => leavePage(() => startTransition(() => signOut())),
      },
    ],
  };
  return [
    { value: 'Selection', items: pageCommands('Selection') },
    {
      value: 'Create',
      items: [
        may('createWebhook') &&
          url !== undefined && {
            id: 'webhook-typed',
            label: `Create webhook ${url}`,
            detail: 'All events, copies the secret',
            icon: Webhook,
            run: () => addWebhook(url),
          },
        may('staff:manage') &&
          address !== undefined && {
            id: 'invite-typed',
            label: `Invite ${address}`,
            detail: 'Viewer, copies the link',
            icon: UserPlus,
            run: () => invite({ email: address, role: 'viewer' }),
          },
      ],
    },
    ...(isSearching ? [pageGroup, actionGroup] : [actionGroup, pageGroup]),
    moreGroup,
    {
      value: 'Views',
      most: MOST,
      items: views.map(({ id, title, query }) => ({
        id: `view-${id}`,
        label: title,
        icon: Bookmark,
        href: `/contacts?${query}`,
      })),
    },
    {
      value: 'Segments',
      most: MOST,
      items: segments.map(({ id, title }) => ({
        id: `segment-${id}`,
        label: title,
        icon: Tags,
        href: `/segments/${id}`,
      })),
    },
    {
      value: 'Filters',
      most: MOST,
      items: filters.flatMap(({ label, state }) =>
        state ? { id: `filter ${label}`, label, icon: ListFilter, href: `/contacts${toQuery(state)}` } : [],
      ),
    },
    {
      value: 'Referral codes',
      most: MOST,
      items: codes.map(({ id, code, label }) => ({
        id: `code-${id}`,
        label: code,
        detail: label ?? undefined,
        icon: Ticket,
        href: `/referral-codes/${id}`,
      })),
    },
  ];
}
