import type { UseQueryResult } from '@tanstack/react-query';
import { parseAsNumberLiteral, useQueryState } from 'nuqs';
import type { ReactNode } from 'react';
import { ChoiceTrack, TrackButton } from '@/components/ui/choice-track';
import { PendingPart } from '@/components/ui/pending-part';
import { GrowthChart } from './growth-chart';
import { type GrowthDay, growthWords } from './growth-words';

const ranges = [30, 90, 365] as const;

/** The number of days that the URL asks for, and a function that changes it. */
export const useGrowthRange = () => useQueryState('days', parseAsNumberLiteral(ranges).withDefault(90));

interface GrowthSectionProps {
  /** Days until today, at least as many as the range has. */
  growth: UseQueryResult<GrowthDay[]>;
  color: string | null;
  /** What is counted: "contact". */
  itemName: string;
  /** Shown beside the chart. */
  children: ReactNode;
}

/** A chart over the days of the range, with buttons that change it. */
export function GrowthSection({ growth, color, itemName, children }: GrowthSectionProps) {
  const [range, setRange] = useGrowthRange();
  const days = growth.data?.slice(-range);
  return (
    <div className="grid gap-x-8 gap-y-6 px-4 pt-2 pb-6 md:px-6 lg:grid-cols-[minmax(0,2fr)_minmax(16rem,1fr)]">
      <section aria-labelledby="growth" className="flex min-w-0 flex-col gap-9">
        {/* On phones, the choice comes first, where words of another length do not move it. */}
        <div className="flex items-center justify-between gap-2 max-sm:flex-col-reverse max-sm:items-start">
          <h2 id="growth" className="text-sm font-medium">
            {days
              ? growthWords.range(
                  days.map(({ count }) => count),
                  itemName,
                )
              : `Last ${range} days`}
          </h2>
          <ChoiceTrack label="Days">
            {ranges.map((days) => (
              <TrackButton key={days} chosen={days === range} onClick={() => void setRange(days)}>
                {days} days
              </TrackButton>
            ))}
          </ChoiceTrack>
        </div>
        {days ? <GrowthChart key={range} days={days} color={color} itemName={itemName} /> : null}
        <PendingPart query={growth} className="h-50 w-full" />
      </section>
      {children}
    </div>
  );
}
