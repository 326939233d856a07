import { causeWords } from '@/components/activity/cause-words';
import { capitalized } from '@/components/contacts/contact-list-state';
import { useFieldsByName } from '@/components/contacts/own-fields';
import { useRead } from '@/components/hooks/use-read';
import { useSegments } from '@/components/segments/use-segments';
import { formatPhone } from '@/components/text/phone';
import { cn } from '@/components/ui/cn';
import { Link } from '@/components/ui/link';
import { PendingPart } from '@/components/ui/pending-part';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Segment, SegmentDay } from '@/lib/contract/segment';
import { GrowthSection, useGrowthRange } from './growth-section';
import { growthWords } from './growth-words';

const WEEK = 7;
/** Most contacts shown under "Latest changes". */
const SHOWN = 10;

/** Growth of a segment over 30, 90 or 365 days, and the contacts that joined or left last. */
export default function SegmentGrowth({ segment: { id, color } }: { segment: Segment }) {
  const [range] = useGrowthRange();
  // A year includes the shorter ranges, which an older service returns without being asked.
  const growth = useRead(
    'getSegmentGrowth',
    { id, ...(range === 365 && { query: { days: '365' } }) },
    { staleTime: 0 },
  );
  return (
    <GrowthSection growth={growth} color={color} itemName="contact">
      <SegmentMoves id={id} week={growth.data?.slice(-WEEK)} />
    </GrowthSection>
  );
}

/** The contacts that joined or left a segment last, and the sum of the week. */
function SegmentMoves({ id, week }: { id: string; week: readonly SegmentDay[] | undefined }) {
  const moves = useRead('listSegmentMoves', { id }, { staleTime: 0 });
  const { data } = moves;
  const { data: segments = [] } = useSegments();
  const fields = useFieldsByName();
  const shown = data?.slice(0, SHOWN).map(({ cause, ...move }) => ({
    ...move,
    why: cause && capitalized(causeWords(cause, segments, fields)),
  }));
  const sum = (name: 'added' | 'removed') => week?.reduce((total, day) => total + day[name], 0) ?? 0;
  return (
    <section aria-labelledby="moves" className="flex min-w-0 flex-col gap-1">
      <h2 id="moves" className="py-1 text-sm font-medium">
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
        {shown?.map(({ contactId, name, type, at, why }, index) => {
          const before = shown[index - 1];
          const begins = before?.why !== why || (why && before?.at !== at);
          return (
            <li key={`${at} ${contactId} ${type}`} className={cn('text-sm', begins && index > 0 && 'pt-3')}>
              {/* Once above those whom the same event has moved. */}
              {why && begins ? <p className="line-clamp-2 wrap-anywhere text-muted">{why}</p> : null}
              <div className="flex min-h-7 items-center gap-x-2">
                <span
                  aria-hidden
                  className={cn('w-3 shrink-0', type === 'added' ? 'text-accent' : 'text-muted')}
                >
                  {type === 'added' ? '+' : '−'}
                </span>
                <Link
                  href={`/contacts/${contactId}`}
                  dir="auto"
                  className="min-w-0 flex-1 truncate py-0.5 text-left underline-offset-2 hover:underline"
                >
                  {formatPhone(name)}
                </Link>
                <span className="shrink-0 text-muted">
                  {type === 'added' ? 'joined' : 'left'} <RelativeTime at={at} />
                </span>
              </div>
            </li>
          );
        })}
      </ul>
      <PendingPart query={moves} className="my-2 w-32" />
    </section>
  );
}
