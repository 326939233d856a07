import { Ellipsis, Hand, ListFilter, Merge, Pencil, Trash2, Upload } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useCallback, useState } from 'react';
import { useMay } from '@/components/hooks/use-can';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { IconButton } from '@/components/ui/icon-button';
import { Link } from '@/components/ui/link';
import * as Menu from '@/components/ui/menu';
import type { Segment } from '@/lib/contract/segment';
import { DeleteSegmentDialog } from './delete-segment-dialog';

const SegmentDialog = dynamic(() => import('@/components/segments/segment-dialog').catch(chunkLoadFailed));
const ConvertDialog = dynamic(() => import('./convert-dialog').catch(chunkLoadFailed));
const MergeDialog = dynamic(() => import('./merge-dialog').catch(chunkLoadFailed));

/** Whether the person may edit, delete or merge segments. */
export function useMayChangeSegments(): boolean {
  const may = useMay();
  return may('updateSegment') || may('deleteSegment') || may('mergeSegments');
}

type Choice = 'edit' | 'byHand' | 'merge' | 'delete';

/**
 * The dialogs of segments, to render in the page, so that they outlive the segment that they delete.
 *
 * @param onGone Called after a deletion, or after a merge with the id of the segment that stays.
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
        {choice === 'byHand' ? <ConvertDialog segment={segment} onClose={onClose} /> : null}
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

/** Menu with the actions on a segment; nothing if there are none. */
export function SegmentMenu({ segment, onChoose }: SegmentMenuProps) {
  const may = useMay();
  const mayChange = useMayChangeSegments();
  if (!mayChange && !may('createImport')) return null;
  return (
    <Menu.Root>
      <Menu.Trigger
        render={<IconButton icon={Ellipsis} label={`Actions for ${segment.title}`} title="Actions" />}
      />
      <Menu.Popup align="end">
        {may('updateSegment') ? (
          <Menu.Item onClick={() => onChoose('edit', segment)}>
            <Pencil aria-hidden /> Edit details
          </Menu.Item>
        ) : null}
        {may('updateSegment', 'previewSegmentRule') ? (
          segment.rule ? (
            <Menu.Item onClick={() => onChoose('byHand', segment)}>
              <Hand aria-hidden /> Convert to manual segment
            </Menu.Item>
          ) : (
            <Menu.Item render={<Link href={`/contacts?rule=${segment.id}`} />}>
              <ListFilter aria-hidden /> Convert to segment by rule
            </Menu.Item>
          )
        ) : null}
        {may('createImport') && !segment.rule ? (
          <Menu.Item render={<Link href={`/import?segment=${segment.id}`} />}>
            <Upload aria-hidden /> Import
          </Menu.Item>
        ) : null}
        {may('mergeSegments') && !segment.rule ? (
          <Menu.Item onClick={() => onChoose('merge', segment)}>
            <Merge aria-hidden /> Merge
          </Menu.Item>
        ) : null}
        {may('deleteSegment') ? (
          <>
            <Menu.Separator />
            <Menu.Item danger onClick={() => onChoose('delete', segment)}>
              <Trash2 aria-hidden /> Delete
            </Menu.Item>
          </>
        ) : null}
      </Menu.Popup>
    </Menu.Root>
  );
}
