'use client';

import { Tags } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { WITHOUT_SEGMENT } from './contact-filter';
import { SegmentFilter, type SegmentFilterProps } from './segment-filter';

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
  return <SegmentFilter {...props} trigger={face} />;
}
