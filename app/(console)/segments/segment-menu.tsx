import { Ellipsis, Merge, Pencil, Trash2, Upload } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useCan } from '@/components/hooks/use-can';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Menu, MenuItem, MenuPopup, MenuSeparator, MenuTrigger } from '@/components/ui/menu';
import { partGone } from '@/components/ui/upgrade';
import type { Segment } from '@/lib/contract/segment';
import { DeleteSegmentDialog } from './delete-segment-dialog';
import SegmentDialog from './segment-dialog';

const MergeDialog = dynamic(() => import('./merge-dialog').catch(partGone));

/** Whether the person may do anything with a segment. */
export function useMayChangeSegments(): boolean {
  const may = [useCan('updateSegment'), useCan('deleteSegment'), useCan('mergeSegments')];
  return may.includes(true);
}

interface SegmentMenuProps {
  segment: Segment;
  /** Called when it was deleted or merged, with the id of the segment that stays. */
  onGone?(into?: string): void;
}

/** What can be done with a segment, with its dialogs. */
export function SegmentMenu({ segment, onGone }: SegmentMenuProps) {
  const mayEdit = useCan('updateSegment');
  const mayMerge = useCan('mergeSegments');
  const mayDelete = useCan('deleteSegment');
  const mayImport = useCan('createImport');
  const [open, setOpen] = useState<'edit' | 'merge' | 'delete' | null>(null);
  const onClose = () => setOpen(null);
  return (
    <>
      <Menu>
        <MenuTrigger
          render={
            <Button variant="ghost" size="icon" aria-label={`Actions for ${segment.title}`} title="Actions" />
          }
        >
          <Ellipsis aria-hidden className="text-muted" />
        </MenuTrigger>
        <MenuPopup align="end">
          {mayEdit ? (
            <MenuItem onClick={() => setOpen('edit')}>
              <Pencil aria-hidden /> Edit
            </MenuItem>
          ) : null}
          {mayImport ? (
            <MenuItem render={<Link href={`/import?segment=${segment.id}`} />}>
              <Upload aria-hidden /> Import into it
            </MenuItem>
          ) : null}
          {mayMerge ? (
            <MenuItem onClick={() => setOpen('merge')}>
              <Merge aria-hidden /> Merge into another
            </MenuItem>
          ) : null}
          {mayDelete ? (
            <>
              <MenuSeparator />
              <MenuItem danger onClick={() => setOpen('delete')}>
                <Trash2 aria-hidden /> Delete
              </MenuItem>
            </>
          ) : null}
        </MenuPopup>
      </Menu>
      {open === 'edit' ? <SegmentDialog segment={segment} onClose={onClose} /> : null}
      {open === 'merge' ? <MergeDialog segment={segment} onMerged={onGone} onClose={onClose} /> : null}
      {open === 'delete' ? (
        <DeleteSegmentDialog segment={segment} onDeleted={onGone} onClose={onClose} />
      ) : null}
    </>
  );
}
