import { History, type LucideIcon, Merge, Tags, Ticket, Trash2, Upload, Users } from 'lucide-react';
import type { Capability } from '@/components/hooks/console-operations';
import { useMay } from '@/components/hooks/use-can';

export interface ConsolePage {
  href: string;
  label: string;
  icon: LucideIcon;
  /** Synonyms, searched in the command menu. */
  also?: string;
  /** Keys that open it. */
  shortcut?: string;
}

interface Listed extends ConsolePage {
  needs: [Capability, ...Capability[]] | null;
}

const pages = {
  contacts: { href: '/contacts', label: 'Contacts', icon: Users, shortcut: 'g c', needs: null },
  segments: { href: '/segments', label: 'Segments', icon: Tags, also: 'tags', shortcut: 'g s', needs: null },
  referralCodes: {
    href: '/referral-codes',
    label: 'Referral codes',
    icon: Ticket,
    also: 'promo',
    needs: ['listReferralCodes'],
  },
  import: {
    href: '/import',
    label: 'Import',
    icon: Upload,
    also: 'upload csv excel spreadsheet',
    shortcut: 'g i',
    needs: ['listImports', 'contacts:write'],
  },
  activity: {
    href: '/activity',
    label: 'Activity',
    icon: History,
    also: 'history audit log',
    shortcut: 'g a',
    needs: ['listActivity'],
  },
  duplicates: {
    href: '/contacts/duplicates',
    label: 'Likely duplicates',
    icon: Merge,
    also: 'merge dedupe same person',
    needs: ['listDuplicates', 'mergeContacts'],
  },
  trash: {
    href: '/contacts/trash',
    label: 'Trash',
    icon: Trash2,
    also: 'bin deleted restore',
    needs: ['listTrash'],
  },
} satisfies Record<string, Listed>;

/** The console's pages, with `undefined` in place of pages that the person may not open. */
export function usePages(): Record<keyof typeof pages, ConsolePage | undefined> {
  const may = useMay();
  const offered = Object.entries<Listed>(pages).map(([name, { needs, ...page }]) => [
    name,
    !needs || may(...needs) ? page : undefined,
  ]);
  return Object.fromEntries(offered) as Record<keyof typeof pages, ConsolePage | undefined>;
}
