import type { ReactNode } from 'react';
import { cn } from './cn';
import { readableTextOn } from './readable-text';

/** What a segment has from a remote service that knows no colors. */
const COLORLESS = '#64748b';

interface SegmentChipProps {
  title: string;
  /** `#rrggbb`, or `null` where the service has none. */
  color: string | null;
  className?: string;
  /** After the title, for example a button that removes it. */
  children?: ReactNode;
}

/** A segment in its color; the title always stands on it, black or white as contrast asks, in both themes. */
export function SegmentChip({ title, color, className, children }: SegmentChipProps) {
  const background = color ?? COLORLESS;
  return (
    <span
      style={{ backgroundColor: background, color: readableTextOn(background) }}
      className={cn('segment-chip', className)}
    >
      <span className="truncate">{title}</span>
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
