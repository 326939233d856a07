'use client';

import { type LucideIcon, Tags, Trash2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { type Picked, pickedOf } from '@/app/(console)/bulk-changes/picked';
import { useOfferCommands } from '@/app/(console)/command-menu/page-commands';
import { useOffered } from '@/app/(console)/console-providers';
import { focusAfter } from '@/components/data-table/focus-after';
import { countOf } from '@/components/data-table/format-count';
import { type AllMatching, type Selection, useSelectedCount } from '@/components/data-table/selection';
import { allWords, SelectionTray } from '@/components/data-table/selection-tray';
import { Button } from '@/components/ui/button';
import { toast } from '@/components/ui/toast';
import type { ContactFilter } from '@/lib/contract/bulk-change';
import { type Listed, SelectAllMatching } from './select-all-matching';

// They open on demand only; the table is not to wait for them.
const DeleteManyDialog = dynamic(() => import('@/app/(console)/bulk-changes/delete-many-dialog'));
const DeleteInChunksDialog = dynamic(() => import('../changes/delete-in-chunks-dialog'));
const SegmentsDialog = dynamic(() => import('@/app/(console)/bulk-changes/segments-dialog'));

const dialogs = {
  deleteMany: DeleteManyDialog,
  deleteInChunks: DeleteInChunksDialog,
  segments: SegmentsDialog,
};
type Kind = keyof typeof dialogs;

interface ContactSelectionBarProps {
  selection: Selection;
  /** Whether anything can be done with it now. A dialog that is open stays: it has the report of what was done. */
  offered: boolean;
  /** What the table shows; `null` where it has nothing yet. */
  listed: Listed | null;
  onShow(filter: ContactFilter): void;
  headingRef: RefObject<HTMLElement | null>;
}

/** What can be done with the contacts that are selected. */
export default function ContactSelectionBar({
  selection,
  offered,
  listed,
  onShow,
  headingRef,
}: ContactSelectionBarProps) {
  const mayDelete = useOffered('contacts:delete', 'deleteContacts');
  const mayChange = useOffered('contacts:write', 'createBulkChange');
  const mayUpdate = useOffered('contacts:write', 'updateContact');
  const [acting, setActing] = useState<{ kind: Kind; picked: Picked } | null>(null);
  const act = (kind: Kind) => setActing({ kind, picked: pickedOf(selection) });
  // As it was chosen, whatever can be done by now.
  const deleting = mayChange ? 'deleteMany' : 'deleteInChunks';
  const Dialog = acting && dialogs[acting.kind];
  const count = useSelectedCount(selection);
  const commands = useMemo(() => {
    const offer = (kind: Kind, label: string, icon: LucideIcon) => ({
      id: `selection-${kind}`,
      label: `${label} ${countOf(count, 'selected contact')}`,
      icon,
      run: () => setActing({ kind, picked: pickedOf(selection) }),
    });
    if (count === 0) return [];
    return [
      ...(mayUpdate ? [offer('segments', 'Segments of', Tags)] : []),
      ...(mayDelete ? [offer(deleting, 'Delete', Trash2)] : []),
    ];
  }, [selection, count, mayUpdate, mayDelete, deleting]);
  useOfferCommands('Selection', commands);
  useEffect(() => selection.onAllEnded((all) => tellEnded(selection, all)), [selection]);
  return (
    <>
      {offered ? (
        <SelectionTray
          selection={selection}
          noun="contact"
          onShow={onShow}
          more={listed ? <SelectAllMatching selection={selection} listed={listed} /> : null}
        >
          {mayUpdate ? (
            <Button variant="ghost" size="sm" onClick={() => act('segments')}>
              <Tags aria-hidden className="text-muted max-[22rem]:hidden" />
              Segments
            </Button>
          ) : null}
          {mayDelete ? (
            <Button variant="ghost" size="sm" onClick={() => act(deleting)}>
              <Trash2 aria-hidden className="text-danger max-[22rem]:hidden" />
              Delete
            </Button>
          ) : null}
        </SelectionTray>
      ) : null}
      {acting && Dialog ? (
        <Dialog
          picked={acting.picked}
          selection={selection}
          onClose={() => setActing(null)}
          finalFocus={focusAfter(selection, headingRef)}
        />
      ) : null}
    </>
  );
}

/** One tick takes the place of what may have been thousands: that is said, and can be taken back. */
function tellEnded(selection: Selection, all: AllMatching): void {
  toast(`${countOf(selection.count, 'contact is', 'contacts are')} selected now`, {
    id: 'all-ended',
    description: `${allWords(all, 'contact')} were before.`,
    action: { label: 'Undo', onClick: () => selection.setAll(all) },
  });
}
