import { ChartLine } from 'lucide-react';
import { useRead } from '@/components/hooks/use-read';
import { EmptyState } from '@/components/ui/empty-state';
import { PendingPart } from '@/components/ui/pending-part';
import { RedemptionList } from '../../contacts/record/referred-contacts';
import { GrowthSection } from '../../segments/growth-section';

/** Most contacts shown under "Latest uses". */
const SHOWN = 10;

/** The `uses` of a code over 30, 90 or 365 days, and the contacts that redeemed it last. */
export default function CodeGrowth({ id, uses }: { id: string; uses: number }) {
  const growth = useRead('getCodeGrowth', { id, query: { days: '365' } }, { staleTime: 0 });
  const latest = useRead('listCodeRedemptions', { id }, { staleTime: 0 });
  const { data: page } = latest;
  if ((page?.data.length ?? uses) === 0)
    return (
      <EmptyState icon={ChartLine} title="No uses yet">
        Uses over time, and who redeemed the code last, appear here.
      </EmptyState>
    );
  return (
    <GrowthSection growth={growth} color={null} itemName="use">
      <section aria-labelledby="latest" className="flex min-w-0 flex-col gap-1">
        <h2 id="latest" className="py-1 text-sm font-medium">
          Latest uses
        </h2>
        <RedemptionList label="Latest uses" redemptions={page?.data.slice(0, SHOWN)} />
        <PendingPart query={latest} className="my-2 w-32" />
      </section>
    </GrowthSection>
  );
}
