'use client';

import { createColumnHelper } from '@tanstack/react-table';
import { Pencil, Tags, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { features } from '@/components/data-table/table-features';
import { ConfirmAction } from '@/components/form/confirm-action';
import { useAct } from '@/components/hooks/use-act';
import { useCan, useHas } from '@/components/hooks/use-can';
import { ResourceList } from '@/components/resource-list/resource-list';
import { RowAction } from '@/components/resource-list/row-action';
import { countOf, formatCount } from '@/components/text/format-count';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { SegmentChip } from '@/components/ui/segment-chip';
import { toast } from '@/components/ui/toast';
import { cannot } from '@/lib/contract/connection';
import type { Segment } from '@/lib/contract/segment';
import { DeletedSegments } from './deleted-segments';
import { SegmentChanges } from './segment-changes';
import SegmentDialog from './segment-dialog';
import { useRestoreSegment } from './use-restore-segment';
import { useSegments } from './use-segments';

const helper = createColumnHelper<typeof features, Segment>();

const columns = helper.columns([
  helper.accessor('title', {
    meta: { label: 'Segment' },
    cell: ({ row: { original: segment } }) => <SegmentChip {...segment} className="max-w-full!" />,
  }),
  helper.accessor('contactCount', {
    meta: { label: 'Contacts', className: 'flex-none w-24 sm:w-32' },
    cell: ({ row: { original: one } }) =>
      one.contactCount === undefined ? null : (
        <Link
          href={`/contacts?segment=${one.id}`}
          data-row-link
          className="inline-flex h-6 min-w-6 items-center text-accent underline-offset-2 hover:underline"
          aria-label={`${countOf(one.contactCount, 'contact')} in ${one.title}`}
        >
          {formatCount(one.contactCount)}
        </Link>
      ),
  }),
  helper.accessor('createdAt', {
    meta: { label: 'Created', className: 'flex-none w-36 hidden sm:table-cell text-muted' },
    cell: ({ row: { original: one } }) => one.createdAt && <RelativeTime at={one.createdAt} />,
  }),
]);

export function SegmentList() {
  const mayAdd = useCan('createSegment');
  const mayEdit = useCan('updateSegment');
  const mayDelete = useCan('deleteSegment');
  const mayRestore = useCan('restoreSegment');
  const mayUndoChanges = useCan('undoBulkChange');
  const readOnly = useReadOnly();
  const list = useSegments();
  const { data: segments } = list;
  /** Without a segment, one is added. */
  const [editing, setEditing] = useState<{ segment?: Segment } | null>(null);
  const [deleting, setDeleting] = useState<Segment | null>(null);
  const allColumns = useMemo(
    () => [
      ...columns,
      helper.display({
        id: 'actions',
        header: () => <span className="sr-only">Actions</span>,
        meta: { label: 'Actions', className: 'flex-none w-24 text-right!' },
        cell: ({ row: { original: one } }) => (
          <>
            {mayEdit ? (
              <RowAction
                icon={Pencil}
                label="Edit"
                name={one.title}
                onClick={() => setEditing({ segment: one })}
              />
            ) : null}
            {mayDelete ? (
              <RowAction icon={Trash2} label="Delete" name={one.title} onClick={() => setDeleting(one)} />
            ) : null}
          </>
        ),
      }),
    ],
    [mayEdit, mayDelete],
  );
  return (
    <ResourceList
      title="Segments"
      description={readOnly}
      what="The segments"
      query={list}
      columns={mayEdit || mayDelete ? allColumns : columns}
      rows={segments}
      add={mayAdd ? { label: 'Add segment', onClick: () => setEditing({}) } : undefined}
      empty={{
        icon: Tags,
        title: 'No segments yet',
        text: 'Group contacts, such as customers, leads or a newsletter. A contact can be in several.',
      }}
      className="max-w-4xl"
    >
      {mayRestore ? <DeletedSegments /> : null}
      {mayUndoChanges && segments ? <SegmentChanges segments={segments} /> : null}
      {deleting ? <DeleteSegmentDialog segment={deleting} onClose={() => setDeleting(null)} /> : null}
      {editing ? <SegmentDialog {...editing} onClose={() => setEditing(null)} /> : null}
    </ResourceList>
  );
}

/** Why segments are read-only although the person may change them. */
function useReadOnly(): string | undefined {
  const mayWrite = useCan('segments:write');
  const has = useHas();
  if (!mayWrite) return undefined;
  const missing = (['createSegment', 'updateSegment', 'deleteSegment'] as const).filter((name) => !has(name));
  if (missing.length === 3) return 'Read-only: this service cannot create, change or delete segments.';
  return missing.map(cannot).join(' ') || undefined;
}

export function DeleteSegmentDialog({ segment, onClose }: { segment: Segment; onClose(): void }) {
  const { id, title, contactCount = 0 } = segment;
  const restorable = useCan('restoreSegment');
  const { mutateAsync: deleteSegment } = useAct('deleteSegment');
  const { restore } = useRestoreSegment();
  const contacts =
    contactCount === 0
      ? 'This segment has no contacts.'
      : `${countOf(contactCount, 'contact keeps its data but leaves', 'contacts keep their data but leave')} this segment.`;
  return (
    <ConfirmAction
      title={`Delete the segment ${title}?`}
      description={`${contacts} ${restorable ? 'You can restore it for 30 days.' : 'This cannot be undone.'}`}
      action="Delete"
      run={() => deleteSegment({ id })}
      onDone={() =>
        toast(`Deleted the segment ${title}`, {
          action: restorable ? { label: 'Undo', onClick: () => void restore({ id, title }) } : undefined,
        })
      }
      onClose={onClose}
    />
  );
}
