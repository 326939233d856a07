import { parseAsNumberLiteral, useQueryState } from 'nuqs';
import { useRead } from '@/components/hooks/use-read';
import { formatPhone } from '@/components/text/phone';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { Link } from '@/components/ui/link';
import { PendingPart } from '@/components/ui/pending-part';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Segment, SegmentDay } from '@/lib/contract/segment';
import { GrowthChart } from './growth-chart';
import { growthWords } from './growth-words';

const ranges = [30, 90, 365] as const;
const WEEK = 7;
/** Most contacts shown under "Latest changes". */
const SHOWN = 10;

/** Growth of a segment over 30, 90 or 365 days, and the contacts that joined or left last. */
export default function SegmentGrowth({ segment: { id, color } }: { segment: Segment }) {
  const [range, setRange] = useQueryState('days', parseAsNumberLiteral(ranges).withDefault(90));
  // A year includes the shorter ranges, which an older service returns without being asked.
  const growth = useRead(
    'getSegmentGrowth',
    { id, ...(range === 365 && { query: { days: '365' } }) },
    { staleTime: 0 },
  );
  return (
    <div className="grid gap-x-8 gap-y-6 px-4 pt-2 pb-6 md:px-6 lg:grid-cols-[minmax(0,2fr)_minmax(16rem,1fr)]">
      <section aria-labelledby="growth" className="flex min-w-0 flex-col gap-9">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 id="growth" className="text-sm font-medium">
            Last {range} days
          </h2>
          <fieldset className="flex gap-1">
            <legend className="sr-only">Days</legend>
            {ranges.map((days) => (
              <Button
                key={days}
                size="sm"
                variant={days === range ? 'secondary' : 'ghost'}
                aria-pressed={days === range}
                onClick={() => void setRange(days)}
              >
                {days} days
              </Button>
            ))}
          </fieldset>
        </div>
        {growth.data ? <GrowthChart key={range} days={growth.data.slice(-range)} color={color} /> : null}
        <PendingPart query={growth} className="h-50 w-full" />
      </section>
      <SegmentMoves id={id} week={growth.data?.slice(-WEEK)} />
    </div>
  );
}

/** The contacts that joined or left a segment last, and the sum of the week. */
function SegmentMoves({ id, week }: { id: string; week: readonly SegmentDay[] | undefined }) {
  const moves = useRead('listSegmentMoves', { id }, { staleTime: 0 });
  const { data } = moves;
  const sum = (name: 'added' | 'removed') => week?.reduce((total, day) => total + day[name], 0) ?? 0;
  return (
    <section aria-labelledby="moves" className="flex min-w-0 flex-col gap-1">
      <h2 id="moves" className="py-1.5 text-sm font-medium">
        Latest changes
        {week ? (
          <span className="font-normal text-muted">
            {' · '}
            {growthWords.week({ added: sum('added'), removed: sum('removed') })}
          </span>
        ) : null}
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
