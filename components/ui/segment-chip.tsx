import type { CSSProperties, ReactNode } from 'react';
import { cn } from './cn';

/** Color of segments from a service without colors. */
const COLORLESS = '#64748b';

interface SegmentChipProps {
  title: string;
  /** `#rrggbb`, or `null` if the service has no colors. */
  color: string | null;
  /** Its rule, if it has one. */
  rule?: unknown;
  className?: string;
  /** Shown after the title, for example a button that removes the segment. */
  children?: ReactNode;
}

/** A segment's title on a tint of its color, with a dot. */
export function SegmentChip({ title, color, rule, className, children }: SegmentChipProps) {
  return (
    <span
      style={{ '--segment': color ?? COLORLESS } as CSSProperties}
      className={cn('segment-chip', className)}
    >
      <span dir="auto" className="truncate">
        {title}
      </span>
      {rule ? <RuleMark /> : null}
      {children}
    </span>
  );
}

/** A segment's color as a dot beside its title. */
export function SegmentDot({ color, className }: { color: string | null; className?: string }) {
  return (
    <span
      aria-hidden
      style={{ backgroundColor: color ?? COLORLESS }}
      className={cn(
        'inline-block size-2.5 shrink-0 rounded-full ring-1 ring-ink/15 ring-inset forced-color-adjust-none',
        className,
      )}
    />
  );
}

/** Marks a segment whose people join by its rule. */
export const RuleMark = () => <span role="img" aria-label="By rule" title="By rule" className="rule-mark" />;
