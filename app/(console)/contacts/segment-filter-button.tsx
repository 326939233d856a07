'use client';

import { Tags } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { fetched } from '@/components/ui/fetched';
import { OnDemand } from '@/components/ui/on-demand';
import { WITHOUT_SEGMENT } from './contact-filter';
import type { SegmentFilterProps } from './segment-filter';

const SegmentFilter = fetched(() => import('./segment-filter'));

/** Opens the filter by segment, and says which way it goes and how many are picked. */
export function SegmentFilterButton(props: SegmentFilterProps) {
  const { value, match } = props;
  const named = value.filter((id) => id !== WITHOUT_SEGMENT).length;
  const others = value.length > 0 && match === 'none';
  const face = (
    <Button>
      <Tags aria-hidden className="text-muted" />
      {others ? (named > 0 ? 'Not in segments' : 'In a segment') : 'Segments'}
      {value.length > 0 && !(others && named === 0) ? <Badge tone="accent">{value.length}</Badge> : null}
    </Button>
  );
  return (
    <OnDemand face={face} popup="dialog" part={SegmentFilter.part}>
      <SegmentFilter {...props} trigger={face} />
    </OnDemand>
  );
}
