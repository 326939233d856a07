import { useRead } from '@/components/hooks/use-read';
import { formatPhone } from '@/components/text/phone';
import { cn } from '@/components/ui/cn';
import { Link } from '@/components/ui/link';
import { PendingPart } from '@/components/ui/pending-part';
import { RelativeTime } from '@/components/ui/relative-time';
import type { SegmentDay } from '@/lib/contract/segment';
import { GrowthChart } from './growth-chart';
import { growthWords } from './growth-words';

const WEEK = 7;
/** Most contacts shown under "Joined and left". */
const SHOWN = 6;

/** Growth of a segment over 90 days, and the contacts that joined or left last. */
export function SegmentGrowth({ id }: { id: string }) {
  const growth = useRead('getSegmentGrowth', { id }, { staleTime: 0 });
  return (
    <div className="grid gap-x-8 gap-y-6 px-4 pt-2 pb-6 md:px-6 lg:grid-cols-[minmax(0,2fr)_minmax(16rem,1fr)]">
      <section aria-labelledby="growth" className="flex min-w-0 flex-col gap-3">
        <h2 id="growth" className="text-sm font-medium">
          Last 90 days
          {growth.data ? (
            <span className="font-normal text-muted"> · {growthWords.week(sumLastWeek(growth.data))}</span>
          ) : null}
        </h2>
        {growth.data ? <GrowthChart days={growth.data} /> : null}
        <PendingPart query={growth} className="h-34 w-full" />
      </section>
      <SegmentMoves id={id} />
    </div>
  );
}

/** Contacts added and removed in the last seven days. */
function sumLastWeek(days: readonly SegmentDay[]) {
  const week = days.slice(-WEEK);
  const sum = (name: 'added' | 'removed') => week.reduce((total, day) => total + day[name], 0);
  return { added: sum('added'), removed: sum('removed') };
}

/** The contacts that joined or left a segment last. */
function SegmentMoves({ id }: { id: string }) {
  const moves = useRead('listSegmentMoves', { id }, { staleTime: 0 });
  const { data } = moves;
  return (
    <section aria-labelledby="moves" className="flex min-w-0 flex-col gap-1">
      <h2 id="moves" className="text-sm font-medium">
        Joined and left
      </h2>
      {data?.length === 0 ? <p className="text-sm text-muted">Nobody yet</p> : null}
      <ul className="flex flex-col">
        {data?.slice(0, SHOWN).map(({ contactId, name, type, at }) => (
          <li key={`${at} ${contactId} ${type}`} className="flex min-h-7 items-center gap-2 text-sm">
            <span aria-hidden className={cn('w-3 shrink-0', type === 'added' ? 'text-accent' : 'text-muted')}>
              {type === 'added' ? '+' : '−'}
            </span>
            <Link
              href={`/contacts/${contactId}`}
              dir="auto"
              className="min-w-0 truncate py-0.5 underline-offset-2 hover:underline"
            >
              {formatPhone(name)}
            </Link>
            <span className="ml-auto shrink-0 text-muted">
              {type === 'added' ? 'joined' : 'left'} <RelativeTime at={at} />
            </span>
          </li>
        ))}
      </ul>
      <PendingPart query={moves} className="my-2 w-32" />
    </section>
  );
}
