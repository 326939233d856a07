'use client';

import { Tags } from 'lucide-react';
import { lazy } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { OnDemand } from '@/components/ui/on-demand';
import type { SegmentFilterProps } from './segment-filter';

const load = () => import('./segment-filter');
const SegmentFilter = lazy(load);

/** Opens the filter by segment, and says how many are picked. */
export function SegmentFilterButton(props: SegmentFilterProps) {
  const face = (
    <Button>
      <Tags aria-hidden className="text-muted" />
      Segments
      {props.value.length > 0 ? <Badge tone="accent">{props.value.length}</Badge> : null}
    </Button>
  );
  return (
    <OnDemand face={face} popup="dialog" load={load}>
      <SegmentFilter {...props} trigger={face} />
    </OnDemand>
  );
}
