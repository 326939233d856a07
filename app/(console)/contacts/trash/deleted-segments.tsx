import { Tags } from 'lucide-react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { useMay } from '@/components/hooks/use-can';
import { useRead } from '@/components/hooks/use-read';
import { useRestoreSegment } from '@/components/segments/use-restore-segment';
import { formatCount, formatCountOf } from '@/components/text/format-count';
import { EmptyState } from '@/components/ui/empty-state';
import { ReadBoundary } from '@/components/ui/read-failed';
import { SegmentChip } from '@/components/ui/segment-chip';
import type { DeletedSegment } from '@/lib/contract/segment';
import { DeletionLines, deletionColumns, RestoreButton, restoreColumn } from './trash-columns';

const allColumns: Column<DeletedSegment>[] = [
  {
    id: 'title',
    label: 'Name',
    className: 'flex-3',
    cell: (segment) => (
      <div className="flex flex-col gap-0.5 py-1.5 lg:py-0">
        <SegmentChip {...segment} className="max-w-full! self-start" />
        <div className="flex flex-col text-sm text-muted lg:hidden print:hidden">
          <span>{segment.rule ? 'By rule' : formatCountOf(segment.contactCount, 'contact')}</span>
          <DeletionLines {...segment} />
        </div>
      </div>
    ),
  },
  {
    id: 'description',
    label: 'Description',
    className: 'flex-3 hidden lg:table-cell text-muted',
    cell: ({ description }) => (
      <span dir="auto" title={description ?? undefined} className="block truncate">
        {description}
      </span>
    ),
  },
  {
    id: 'contactCount',
    label: 'Contacts',
    className: 'flex-none w-28 pr-8! text-right! hidden lg:table-cell tabular-nums',
    cell: ({ rule, contactCount }) => (rule ? 'By rule' : formatCount(contactCount)),
  },
  ...deletionColumns,
];

/** Deleted segments, each with Restore for those who may. */
export function DeletedSegments() {
  const list = useRead('listDeletedSegments', {});
  const { restore, restoring } = useRestoreSegment();
  const mayRestore = useMay()('restoreSegment');
  const isDescribed = list.data?.some(({ description }) => description);
  const columns = allColumns.filter(({ id }) => isDescribed || id !== 'description');
  const restores = restoreColumn((segment: DeletedSegment) => (
    <RestoreButton
      name={segment.title}
      pending={restoring === segment.id}
      onClick={() => void restore(segment)}
    />
  ));
  return (
    <ReadBoundary collectionName="The deleted segments" query={list}>
      {list.data?.length === 0 ? (
        <EmptyState icon={Tags} title="No deleted segments">
          Deleted segments can be restored within 30 days.
        </EmptyState>
      ) : (
        <DataTable
          caption="Deleted segments"
          columns={mayRestore ? [...columns, restores] : columns}
          rows={list.data}
        />
      )}
    </ReadBoundary>
  );
}
