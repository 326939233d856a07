import { useRead } from '@/components/hooks/use-read';
import { useRestoreSegment } from '@/components/segments/use-restore-segment';
import { formatCountOf } from '@/components/text/format-count';
import { ActorName } from '@/components/ui/actor-name';
import { Button } from '@/components/ui/button';
import { RelativeTime, TimeUntil } from '@/components/ui/relative-time';
import { SegmentChip } from '@/components/ui/segment-chip';

/** Deleted segments, each with Restore; nothing if there are none. */
export function DeletedSegments() {
  const { data: segments = [] } = useRead('listDeletedSegments', {});
  const { restore, restoring } = useRestoreSegment();
  if (segments.length === 0) return null;
  return (
    <section aria-labelledby="deleted-segments" className="px-4 pb-8 md:px-6">
      <h2 id="deleted-segments" className="pb-1 font-semibold">
        Deleted segments
      </h2>
      <ul>
        {segments.map((segment) => (
          <li
            key={segment.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2"
          >
            <SegmentChip title={segment.title} color={segment.color} className="max-w-full!" />
            <p className="min-w-0 flex-1 basis-60 text-sm text-muted">
              {formatCountOf(segment.contactCount, 'contact')}, deleted{' '}
              <RelativeTime at={segment.deletedAt} /> by{' '}
              <ActorName actor={segment.actor} name={segment.deletedBy} />, deletes forever{' '}
              <TimeUntil at={segment.purgeAt} />
            </p>
            <Button
              size="sm"
              aria-label={`Restore ${segment.title}`}
              pending={restoring === segment.id}
              onClick={() => void restore(segment)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
