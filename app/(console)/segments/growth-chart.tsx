import { formatShortDay } from '@/components/text/days';
import { formatCount } from '@/components/text/format-count';
import type { SegmentDay } from '@/lib/contract/segment';
import { toLinePath } from './chart-line';
import { growthWords } from './growth-words';

const WIDTH = 720;
const HEIGHT = 120;

/** The number of contacts on each day as a line, stretched to the available width, with each day's numbers as a tooltip. */
export function GrowthChart({ days }: { days: readonly SegmentDay[] }) {
  const counts = days.map(({ count }) => count);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const line = toLinePath(counts, WIDTH, HEIGHT);
  const bounds = [...new Set([Math.max(...counts), Math.min(...counts)])];
  const step = WIDTH / days.length;
  return (
    <figure className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-1 text-xs text-muted">
      <svg
        role="img"
        aria-label={`Contacts from ${formatShortDay(first.day)}, ${formatCount(first.count)}, to today, ${formatCount(last.count)}`}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-30 w-full overflow-visible"
      >
        <path d={`${line}V${HEIGHT}H0Z`} className="fill-accent-soft" />
        <path
          d={`M0,0H${WIDTH}M0,${HEIGHT}H${WIDTH}`}
          vectorEffect="non-scaling-stroke"
          className="stroke-line"
        />
        <path
          d={line}
          vectorEffect="non-scaling-stroke"
          className="fill-none stroke-accent stroke-2 [stroke-linejoin:round]"
        />
        {days.map((day, index) => (
          <rect
            key={day.day}
            x={index * step}
            width={step}
            height={HEIGHT}
            className="fill-transparent hover:fill-ink/5"
          >
            <title>{`${formatShortDay(day.day)}: ${growthWords.onDay(day)}`}</title>
          </rect>
        ))}
      </svg>
      {/* The scale, with the highest count at the top and the lowest at the bottom. */}
      <p aria-hidden className="-my-2 flex flex-col justify-between text-right">
        {bounds.map((count) => (
          <span key={count} className={count === 0 ? 'only:mt-auto' : 'only:my-auto'}>
            {formatCount(count)}
          </span>
        ))}
      </p>
      <figcaption aria-hidden className="flex justify-between">
        <span>{formatShortDay(first.day)}</span>
        <span>Today</span>
      </figcaption>
    </figure>
  );
}

/** A chart of counts as small as a word. */
export function Sparkline({ counts }: { counts: readonly number[] }) {
  return (
    <svg aria-hidden viewBox="0 0 96 20" className="h-5 w-24 overflow-visible">
      <path
        d={toLinePath(counts, 96, 20)}
        className="fill-none stroke-accent stroke-[1.5] [stroke-linejoin:round]"
      />
    </svg>
  );
}
