import { Tags } from 'lucide-react';
import { useMay } from '@/components/hooks/use-can';
import { useRead } from '@/components/hooks/use-read';
import { useRestoreSegment } from '@/components/segments/use-restore-segment';
import { formatCountOf } from '@/components/text/format-count';
import { ActorName } from '@/components/ui/actor-name';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ReadBoundary } from '@/components/ui/read-failed';
import { RelativeTime, TimeUntil } from '@/components/ui/relative-time';
import { SegmentChip } from '@/components/ui/segment-chip';

/** Deleted segments, each with Restore for those who may. */
export function DeletedSegments() {
  const list = useRead('listDeletedSegments', {});
  const { restore, restoring } = useRestoreSegment();
  const mayRestore = useMay()('restoreSegment');
  return (
    <ReadBoundary collectionName="The deleted segments" query={list}>
      {list.data?.length === 0 ? (
        <EmptyState icon={Tags} title="No deleted segments">
          Deleted segments can be restored from here.
        </EmptyState>
      ) : (
        <ul aria-label="Deleted segments" className="px-4 pb-8 md:px-6">
          {list.data?.map((segment) => (
            <li
              key={segment.id}
              className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-1.5"
            >
              <div className="flex w-full min-w-0 sm:w-56">
                <SegmentChip title={segment.title} color={segment.color} className="max-w-full!" />
              </div>
              <p className="min-w-0 flex-1 text-sm text-muted">
                {segment.description ? (
                  <>
                    <bdi className="text-ink">{segment.description}</bdi>
                    {' · '}
                  </>
                ) : null}
                {formatCountOf(segment.contactCount, 'contact')} · deleted by{' '}
                <ActorName actor={segment.actor} name={segment.deletedBy} />{' '}
                <RelativeTime at={segment.deletedAt} /> · <TimeUntil at={segment.purgeAt} /> left
              </p>
              {mayRestore ? (
                <Button
                  size="sm"
                  aria-label={`Restore ${segment.title}`}
                  pending={restoring === segment.id}
                  onClick={() => void restore(segment)}
                >
                  Restore
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </ReadBoundary>
  );
}
