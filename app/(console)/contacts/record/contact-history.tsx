import { useInfiniteQuery } from '@tanstack/react-query';
import { toChanges, verbs } from '@/app/(console)/activity/activity-words';
import { ActorName } from '@/components/ui/actor-name';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { ShowEarlier } from '@/components/ui/show-earlier';
import { Skeleton } from '@/components/ui/skeleton';
import type { Activity } from '@/lib/contract/activity';
import type { Segment } from '@/lib/contract/segment';
import { historyOptions } from '../../activity/activity-state';
import { useSegments } from '../../segments/use-segments';
import { ChangeList } from '../form/change-list';
import { PartFailed } from './record-part';

export function ContactHistory({ id }: { id: string }) {
  const history = useInfiniteQuery(historyOptions(id));
  const { data: segments = [] } = useSegments();
  const entries = history.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <section
      id="history"
      tabIndex={-1}
      aria-labelledby="history-title"
      className="flex min-w-0 scroll-mt-4 flex-col gap-2 outline-none"
    >
      <h2 id="history-title" className="text-sm font-medium">
        History
      </h2>
      {history.isPending ? <Skeleton className="w-64" /> : null}
      {history.data ? null : <PartFailed query={history} />}
      {history.data && entries.length === 0 ? <p className="text-sm text-muted">No activity yet</p> : null}
      <ol className="flex flex-col">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} segments={segments} />
        ))}
      </ol>
      <ShowEarlier pages={history} size="sm" />
    </section>
  );
}

function Entry({ entry, segments }: { entry: Activity; segments: readonly Segment[] }) {
  const { action } = entry;
  const changes =
    action === 'contact.created' || action === 'contact.updated' ? toChanges(entry, segments) : [];
  return (
    <li className="relative flex flex-col gap-1 border-l border-line py-2 pl-4">
      <span
        aria-hidden
        className="absolute top-4 -left-[3.5px] size-1.5 rounded-full bg-control forced-colors:bg-[CanvasText]"
      />
      <p className="text-sm">
        <span className="font-medium">
          <ActorName actor={entry.actor} name={entry.actor.name} />
        </span>{' '}
        {verbs[action]}
        {action === 'segment.deleted' || action === 'segment.restored' ? (
          <>
            {' '}
            <bdi>{entry.subject}</bdi>
            {action === 'segment.deleted'
              ? ', which this contact was in'
              : ', which this contact is in again'}
          </>
        ) : null}
        {entry.import ? (
          <>
            {' by importing '}
            <Link href={`/import/${entry.import.id}`} dir="auto" className="underline">
              {entry.import.name}
            </Link>
          </>
        ) : null}
        <span className="text-muted">
          {' · '}
          <RelativeTime at={entry.at} />
        </span>
      </p>
      <ChangeList changes={changes} />
    </li>
  );
}
