import { Tooltip } from '@base-ui/react/tooltip';
import { type ReactElement, useEffect, useRef } from 'react';
import { cn } from '@/components/ui/cn';
import { popupClasses } from '@/components/ui/popup-classes';
import { SegmentChip } from '@/components/ui/segment-chip';
import type { Segment } from '@/lib/contract/segment';

interface SegmentsTooltipProps {
  trigger: ReactElement;
  segments: readonly Segment[];
  /** Whether the trigger had the focus, which is lost as this replaces it. */
  focused: boolean;
}

/** All segments of a contact whose cell has no room for them, open while the pointer or the focus is there. */
export default function SegmentsTooltip({ trigger, segments, focused }: SegmentsTooltipProps) {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused) ref.current?.focus({ preventScroll: true });
  }, [focused]);
  return (
    <Tooltip.Root defaultOpen>
      <Tooltip.Trigger ref={ref} delay={0} render={trigger} />
      <Tooltip.Portal>
        <Tooltip.Positioner align="start" sideOffset={4} collisionPadding={8} className="z-50">
          <Tooltip.Popup role="tooltip" className={cn(popupClasses, 'flex max-w-72 flex-wrap gap-1 p-2')}>
            {segments.map(({ id, title, color, rule }) => (
              <SegmentChip key={id} title={title} color={color} rule={rule} className="max-w-full" />
            ))}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
