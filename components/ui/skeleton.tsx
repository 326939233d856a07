import { cn } from './cn';

/** Stands where text will be. Say "Loading …" once beside it, it says nothing itself. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn('block h-3 animate-pulse rounded-sm bg-hover', className)} />;
}
