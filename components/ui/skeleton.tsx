import { cn } from './cn';

/** Placeholder for text. Silent for screen readers: add one "Loading …" beside it. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn('block h-3 animate-pulse rounded-sm bg-hover', className)} />;
}
