import { type CSSProperties, useState } from 'react';
import { capitalized } from '@/components/contacts/contact-list-state';
import { formatDay, formatShortDay } from '@/components/text/days';
import { formatCount } from '@/components/text/format-count';
import { toAxis, toLinePath } from './chart-line';
import { type GrowthDay, growthWords } from './growth-words';

const WIDTH = 720;
const HEIGHT = 200;

interface GrowthChartProps {
  days: readonly GrowthDay[];
  color: string | null;
  /** What is counted: "contact". */
  itemName: string;
}

/**
 * The number of items on each day as a line in the segment's color, stretched to the available width. The day under the
 * pointer, or chosen by arrow keys, shows its numbers.
 */
export function GrowthChart({ days, color, itemName }: GrowthChartProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const counts = days.map(({ count }) => count);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const { low, high } = toAxis(counts);
  const line = toLinePath(counts, WIDTH, HEIGHT);
  const end = days.length - 1;
  const day = chosen === null ? undefined : days[chosen];
  const [left, bottom] = [(chosen ?? 0) / end, ((day?.count ?? 0) - low) / (high - low)].map(toPercent);
  return (
    <figure
      style={{ '--segment': color ?? 'var(--accent)' } as CSSProperties}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-1 text-xs text-muted"
    >
      <div className="relative rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-accent">
        <svg
          aria-hidden
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-50 w-full overflow-visible"
        >
          <path d={`${line}V${HEIGHT}H0Z`} className="growth-area" />
          <path
            d={`M0,0H${WIDTH}M0,${HEIGHT / 2}H${WIDTH}M0,${HEIGHT}H${WIDTH}`}
            vectorEffect="non-scaling-stroke"
            className="stroke-line"
          />
          <path
            d={line}
            vectorEffect="non-scaling-stroke"
            className="growth-line fill-none stroke-2 [stroke-linejoin:round]"
          />
        </svg>
        {day ? (
          <>
            <span aria-hidden style={{ left }} className="absolute inset-y-0 w-px bg-edge" />
            <span
              aria-hidden
              style={{ left, bottom }}
              className="growth-dot absolute size-2.5 -translate-x-1/2 translate-y-1/2 rounded-full ring-2 ring-canvas"
            />
            {/* Within the chart at both ends. */}
            <p
              aria-hidden
              style={{ left, transform: `translateX(-${left})` }}
              className="pointer-events-none absolute bottom-full mb-1 rounded-md bg-raised px-2 py-1 whitespace-nowrap text-ink shadow-popup forced-colors:border"
            >
              <span className="font-medium">{growthWords.onDay(day, itemName)}</span>{' '}
              <span className="text-muted">{formatDay(day.day)}</span>
            </p>
          </>
        ) : null}
        <input
          type="range"
          aria-label={`${capitalized(itemName)}s by day`}
          aria-valuetext={`${formatDay((day ?? last).day)}: ${growthWords.onDay(day ?? last, itemName)}`}
          max={end}
          value={chosen ?? end}
          onChange={({ target }) => setChosen(Number(target.value))}
          onFocus={({ target }) => target.matches(':focus-visible') && setChosen(chosen ?? end)}
          onBlur={() => setChosen(null)}
          onPointerMove={({ nativeEvent, currentTarget }) =>
            setChosen(
              Math.round(Math.min(Math.max(nativeEvent.offsetX / currentTarget.offsetWidth, 0), 1) * end),
            )
          }
          onPointerLeave={() => setChosen(null)}
          className="absolute inset-0 size-full cursor-crosshair touch-pan-y opacity-0"
        />
      </div>
      <p aria-hidden className="-my-2 flex flex-col justify-between text-right tabular-nums">
        {[high, (high + low) / 2, low].map((count) => (
          <span key={count}>{formatCount(count)}</span>
        ))}
      </p>
      <figcaption aria-hidden className="flex justify-between">
        {[0, 1 / 3, 2 / 3].map((share) => {
          const { day } = days[Math.round(share * end)] ?? first;
          return <span key={share}>{days.length > 180 ? formatDay(day) : formatShortDay(day)}</span>;
        })}
        <span>Today</span>
      </figcaption>
    </figure>
  );
}

const toPercent = (share: number): string => `${Math.round(share * 1_000) / 10}%`;

/** A chart of counts as small as a word, in the segment's color. */
export function Sparkline({ counts, color }: { counts: readonly number[]; color: string | null }) {
  return (
    <svg
      aria-hidden
      style={{ '--segment': color ?? 'var(--accent)' } as CSSProperties}
      viewBox="0 0 96 20"
      className="h-5 w-24 overflow-visible"
    >
      <path
        d={toLinePath(counts, 96, 20)}
        className="growth-line fill-none stroke-[1.5] [stroke-linejoin:round]"
      />
    </svg>
  );
}
