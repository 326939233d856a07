import { Ellipsis, Merge, Pencil, Trash2, Upload } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useCallback, useState } from 'react';
import { useMay } from '@/components/hooks/use-can';
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
  const may = useMay();
  return may('updateSegment') || may('deleteSegment') || may('mergeSegments');
}

type Choice = 'edit' | 'merge' | 'delete';

/**
 * The dialogs of segments. They belong to the page, and outlive the segment that they delete.
 *
 * @param onGone called when it was deleted, or is merged, with the id of the segment that stays.
 */
export function useSegmentDialogs(onGone?: (into?: string) => void) {
  const [open, setOpen] = useState<{ choice: Choice; segment: Segment } | null>(null);
  const { choice, segment } = open ?? {};
  const onClose = () => setOpen(null);
  return {
    choose: useCallback((choice: Choice, segment: Segment) => setOpen({ choice, segment }), []),
    dialogs: segment ? (
      <>
        {choice === 'edit' ? <SegmentDialog segment={segment} onClose={onClose} /> : null}
        {choice === 'merge' ? <MergeDialog segment={segment} onMerged={onGone} onClose={onClose} /> : null}
        {choice === 'delete' ? (
          <DeleteSegmentDialog segment={segment} onDeleted={onGone} onClose={onClose} />
        ) : null}
      </>
    ) : null,
  };
}

interface SegmentMenuProps {
  segment: Segment;
  onChoose(choice: Choice, segment: Segment): void;
}

/** What can be done with a segment. */
export function SegmentMenu({ segment, onChoose }: SegmentMenuProps) {
  const may = useMay();
  return (
    <Menu>
      <MenuTrigger
        render={
          <Button variant="ghost" size="icon" aria-label={`Actions for ${segment.title}`} title="Actions" />
        }
      >
        <Ellipsis aria-hidden className="text-muted" />
      </MenuTrigger>
      <MenuPopup align="end">
        {may('updateSegment') ? (
          <MenuItem onClick={() => onChoose('edit', segment)}>
            <Pencil aria-hidden /> Edit
          </MenuItem>
        ) : null}
        {may('createImport') ? (
          <MenuItem render={<Link href={`/import?segment=${segment.id}`} />}>
            <Upload aria-hidden /> Import contacts
          </MenuItem>
        ) : null}
        {may('mergeSegments') ? (
          <MenuItem onClick={() => onChoose('merge', segment)}>
            <Merge aria-hidden /> Merge into another segment
          </MenuItem>
        ) : null}
        {may('deleteSegment') ? (
          <>
            <MenuSeparator />
            <MenuItem danger onClick={() => onChoose('delete', segment)}>
              <Trash2 aria-hidden /> Delete
            </MenuItem>
          </>
        ) : null}
      </MenuPopup>
    </Menu>
  );
}
