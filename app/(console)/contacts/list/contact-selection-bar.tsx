'use client';

import { Copy, Download, Merge, Pencil, Tags, Trash2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { type ReactNode, useMemo, useState } from 'react';
import { getSelectedContacts, type SelectedContacts } from '@/app/(console)/bulk-changes/selected-contacts';
import { useOfferCommands } from '@/app/(console)/command-menu/page-commands';
import { type Selection, useSelection } from '@/components/data-table/selection';
import { SelectionTray } from '@/components/data-table/selection-tray';
import { useCan } from '@/components/hooks/use-can';
import { countOf } from '@/components/text/format-count';
import { Button } from '@/components/ui/button';
import { partGone } from '@/components/ui/upgrade';

const dialogs = {
  deleteMany: dynamic(() => import('@/app/(console)/bulk-changes/delete-many-dialog').catch(partGone)),
  segments: dynamic(() => import('@/app/(console)/bulk-changes/segments-dialog').catch(partGone)),
  field: dynamic(() => import('@/app/(console)/bulk-changes/field-dialog').catch(partGone)),
  export: dynamic(() => import('../../exports/export-dialog').catch(partGone)),
};

const shortcuts: Partial<Record<keyof typeof dialogs, string>> = { segments: 's', export: 'd' };

/** Of the actions: on narrow screens their icons have to do. */
const label = 'max-sm:sr-only';

const copyEmails = (contacts: SelectedContacts) =>
  import('../../exports/copy-emails').then((part) => part.copyEmails(contacts), partGone);

const MergeDialog = dynamic(() => import('../merge/merge-dialog').catch(partGone));

interface ContactSelectionBarProps {
  selection: Selection;
  /** Next to their count. */
  more: ReactNode;
}

/** Actions on the selected contacts. */
export function ContactSelectionBar({ selection, more }: ContactSelectionBarProps) {
  const mayDelete = useCan('createBulkChange', 'contacts:delete');
  const mayUpdate = useCan('createBulkChange');
  const mayEdit = useCan('createBulkChange', 'countContactValues');
  const mayExport = useCan('exportContacts');
  const mayMerge = useCan('mergeContacts');
  const selected = useSelection(selection, (one) => one.snapshot);
  const [merging, setMerging] = useState<{ stays: string; goes: string } | null>(null);
  const merge = useMemo(() => {
    const [stays, goes, more] = selected.keys();
    return mayMerge && stays && goes && !more ? () => setMerging({ stays, goes }) : null;
  }, [mayMerge, selected]);
  const [acting, setActing] = useState<{ kind: keyof typeof dialogs; contacts: SelectedContacts } | null>(
    null,
  );
  const Dialog = acting && dialogs[acting.kind];
  const count = useSelection(selection, (one) => one.count);
  const actions = useMemo(
    () => [
      ...(mayUpdate ? [{ kind: 'segments' as const, label: 'Segments', icon: Tags }] : []),
      ...(mayEdit ? [{ kind: 'field' as const, label: 'Edit', icon: Pencil }] : []),
      ...(mayExport ? [{ kind: 'export' as const, label: 'Export', icon: Download }] : []),
      ...(mayDelete ? [{ kind: 'deleteMany' as const, label: 'Delete', icon: Trash2 }] : []),
    ],
    [mayUpdate, mayEdit, mayExport, mayDelete],
  );
  const copy = useMemo(
    () => (mayExport ? () => void copyEmails(getSelectedContacts(selection)) : null),
    [mayExport, selection],
  );
  const commands = useMemo(
    () =>
      count === 0
        ? []
        : [
            ...(merge
              ? [{ id: 'selection-merge', label: 'Merge 2 selected contacts', icon: Merge, run: merge }]
              : []),
            ...(copy
              ? [
                  {
                    id: 'selection-copy',
                    label: `Copy emails of ${countOf(count, 'selected contact')}`,
                    icon: Copy,
                    run: copy,
                  },
                ]
              : []),
            ...actions.map(({ kind, label, icon }) => ({
              id: `selection-${kind}`,
              label: `${label === 'Segments' ? 'Segments of' : label} ${countOf(count, 'selected contact')}`,
              icon,
              run: () => setActing({ kind, contacts: getSelectedContacts(selection) }),
            })),
          ],
    [actions, selection, count, merge, copy],
  );
  useOfferCommands('Selection', commands);
  return (
    <>
      <SelectionTray selection={selection} noun="contact" more={more}>
        {merge ? (
          <Button aria-keyshortcuts="m" variant="ghost" size="sm" title="Merge (m)" onClick={merge}>
            <Merge aria-hidden className="text-muted" />
            <span className={label}>Merge</span>
          </Button>
        ) : null}
        {copy ? (
          <Button variant="ghost" size="sm" title="Copy emails" onClick={copy}>
            <Copy aria-hidden className="text-muted" />
            <span className={label}>Copy emails</span>
          </Button>
        ) : null}
        {actions.map(({ kind, label: words, icon: Icon }) => (
          <Button
            key={kind}
            aria-keyshortcuts={shortcuts[kind]}
            variant="ghost"
            size="sm"
            title={words}
            onClick={() => setActing({ kind, contacts: getSelectedContacts(selection) })}
          >
            <Icon aria-hidden className={kind === 'deleteMany' ? 'text-danger' : 'text-muted'} />
            <span className={label}>{words}</span>
          </Button>
        ))}
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
