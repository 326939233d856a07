import { cn } from './cn';

/** Placeholder for text, hidden from screen readers: add one "Loading …" for them. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn('block h-3 animate-pulse rounded-sm bg-hover', className)} />;
}
