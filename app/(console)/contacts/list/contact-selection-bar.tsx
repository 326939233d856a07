'use client';

import { Download, Tags, Trash2 } from 'lucide-react';
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
  export: dynamic(() => import('../../exports/export-dialog').catch(partGone)),
};

/** Actions on the selected contacts, with `more` next to their count. */
export function ContactSelectionBar({ selection, more }: { selection: Selection; more: ReactNode }) {
  const mayDelete = useCan('createBulkChange', 'contacts:delete');
  const mayUpdate = useCan('createBulkChange');
  const mayExport = useCan('exportContacts');
  const [acting, setActing] = useState<{ kind: keyof typeof dialogs; contacts: SelectedContacts } | null>(
    null,
  );
  const Dialog = acting && dialogs[acting.kind];
  const count = useSelection(selection, (one) => one.count);
  const actions = useMemo(
    () => [
      ...(mayUpdate ? [{ kind: 'segments' as const, label: 'Segments', icon: Tags }] : []),
      ...(mayExport ? [{ kind: 'export' as const, label: 'Export', icon: Download }] : []),
      ...(mayDelete ? [{ kind: 'deleteMany' as const, label: 'Delete', icon: Trash2 }] : []),
    ],
    [mayUpdate, mayExport, mayDelete],
  );
  const commands = useMemo(
    () =>
      count === 0
        ? []
        : actions.map(({ kind, label, icon }) => ({
            id: `selection-${kind}`,
            label: `${label === 'Segments' ? 'Segments of' : label} ${countOf(count, 'selected contact')}`,
            icon,
            run: () => setActing({ kind, contacts: getSelectedContacts(selection) }),
          })),
    [actions, selection, count],
  );
  useOfferCommands('Selection', commands);
  return (
    <>
      <SelectionTray selection={selection} noun="contact" more={more}>
        {actions.map(({ kind, label, icon: Icon }) => (
          <Button
            key={kind}
            variant="ghost"
            size="sm"
            onClick={() => setActing({ kind, contacts: getSelectedContacts(selection) })}
          >
            <Icon aria-hidden className={label === 'Delete' ? 'text-danger' : 'text-muted'} />
            {label}
          </Button>
        ))}
      </SelectionTray>
      {acting && Dialog ? (
        <Dialog contacts={acting.contacts} selection={selection} onClose={() => setActing(null)} />
      ) : null}
    </>
  );
}
