'use client';

import { Copy, Download, type LucideIcon, Merge, Pencil, Tags, Trash2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { lazy, type ReactNode, useState } from 'react';
import { getSelectedContacts, type SelectedContacts } from '@/app/(console)/bulk-changes/selected-contacts';
import { type Selection, useSelection } from '@/components/data-table/selection';
import { SelectionTray } from '@/components/data-table/selection-tray';
import { useOfferCommands } from '@/components/hooks/page-commands';
import { useMay } from '@/components/hooks/use-can';
import { formatCountOf } from '@/components/text/format-count';
import { Button } from '@/components/ui/button';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { cn } from '@/components/ui/cn';
import { LazyOnPress } from '@/components/ui/lazy-on-press';

const dialogs = {
  deleteMany: dynamic(() => import('@/app/(console)/bulk-changes/delete-many-dialog').catch(chunkLoadFailed)),
  segments: dynamic(() => import('@/app/(console)/bulk-changes/segments-dialog').catch(chunkLoadFailed)),
  field: dynamic(() => import('@/app/(console)/bulk-changes/field-dialog').catch(chunkLoadFailed)),
  export: dynamic(() => import('../../exports/export-dialog').catch(chunkLoadFailed)),
};

type Kind = keyof typeof dialogs;

const MoreActions = lazy(() => import('./more-actions').catch(chunkLoadFailed));
const moreFace = (
  <Button variant="ghost" size="sm" className="sm:hidden">
    More
  </Button>
);

/** A button of the tray and a command of the command menu. */
export interface Action {
  id: string;
  label: string;
  title?: string;
  command: string;
  icon: LucideIcon;
  shortcut?: string | undefined;
  run(): void;
}

const copyEmails = (contacts: SelectedContacts) =>
  import('../../exports/copy-emails').then((part) => part.copyEmails(contacts), chunkLoadFailed);

const MergeDialog = dynamic(() => import('../merge/merge-dialog').catch(chunkLoadFailed));

interface ContactSelectionBarProps {
  selection: Selection;
  /** Shown next to the count. */
  more: ReactNode;
}

/** Actions on the selected contacts, also offered in the command menu. */
export function ContactSelectionBar({ selection, more }: ContactSelectionBarProps) {
  const may = useMay();
  const selected = useSelection(selection, (one) => one.snapshot);
  const count = useSelection(selection, (one) => one.count);
  const many = formatCountOf(count, 'selected contact');
  const [merging, setMerging] = useState<{ stays: string; goes: string } | null>(null);
  const [acting, setActing] = useState<{ kind: Kind; contacts: SelectedContacts } | null>(null);
  const Dialog = acting && dialogs[acting.kind];
  /** An action that opens a dialog with the contacts selected by then. */
  const opens = (kind: Kind, label: string, icon: LucideIcon, shortcut?: string, command = label): Action => {
    const run = () => setActing({ kind, contacts: getSelectedContacts(selection) });
    return { id: kind, label, command: `${command} ${many}`, icon, shortcut, run };
  };
  const [stays, goes, third] = selected.keys();
  const actions: Action[] = [];
  if (may('mergeContacts') && stays && goes && !third)
    actions.push({
      id: 'merge',
      label: 'Merge',
      title: 'Merge (m)',
      command: 'Merge 2 selected contacts',
      icon: Merge,
      shortcut: 'm',
      run: () => setMerging({ stays, goes }),
    });
  if (may('exportContacts'))
    actions.push({
      id: 'copy',
      label: 'Copy emails',
      title: 'Leaves out contacts marked “Do not contact”',
      command: `Copy emails of ${many}`,
      icon: Copy,
      run: () => void copyEmails(getSelectedContacts(selection)),
    });
  if (may('createBulkChange')) actions.push(opens('segments', 'Segments', Tags, 's', 'Segments of'));
  if (may('createBulkChange', 'countContactValues')) actions.push(opens('field', 'Edit', Pencil));
  if (may('exportContacts')) actions.push(opens('export', 'Export', Download, 'd'));
  if (may('createBulkChange', 'contacts:delete')) actions.push(opens('deleteMany', 'Delete', Trash2));
  /** On phones in a menu, if the others leave no room. */
  const rare = actions.length > 3 ? actions.filter(({ id }) => /merge|copy|export/.test(id)) : [];
  useOfferCommands(
    'Selection',
    count === 0
      ? []
      : actions.map(({ id, command, icon, shortcut, run }) => ({
          id: `selection-${id}`,
          label: command,
          icon,
          shortcut,
          run,
        })),
  );
  return (
    <>
      <SelectionTray selection={selection} itemName="contact" more={more}>
        {actions.map((action) => (
          <Button
            key={action.id}
            aria-keyshortcuts={action.shortcut}
            variant="ghost"
            size="sm"
            title={action.title ?? action.label}
            onClick={action.run}
            className={cn(
              rare.includes(action) && 'max-sm:hidden',
              action.id === 'deleteMany' && 'text-danger!',
            )}
          >
            <action.icon
              aria-hidden
              className={cn('max-sm:hidden', action.id !== 'deleteMany' && 'text-muted')}
            />
            {action.label}
          </Button>
        ))}
        {rare.length > 0 ? (
          <LazyOnPress face={moreFace}>
            <MoreActions trigger={moreFace} actions={rare} />
          </LazyOnPress>
        ) : null}
      </SelectionTray>
      {acting && Dialog ? (
        <Dialog contacts={acting.contacts} selection={selection} onClose={() => setActing(null)} />
      ) : null}
      {merging ? (
        <MergeDialog {...merging} onMerged={() => selection.clear()} onClose={() => setMerging(null)} />
      ) : null}
    </>
  );
}
