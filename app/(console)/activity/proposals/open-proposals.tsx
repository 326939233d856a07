import { useQuery } from '@tanstack/react-query';
import { formatCount } from '@/components/text/format-count';
import { openCount } from './proposal-options';

/** Polling interval in milliseconds. */
const LOOK = 30_000;

/** How many proposals wait for a person; nothing without one. */
export function OpenProposals() {
  const { data } = useQuery({ ...openCount, refetchInterval: LOOK });
  const open = data?.meta.open ?? 0;
  return open > 0 ? (
    <span className="text-xs font-medium text-accent tabular-nums">{formatCount(open)}</span>
  ) : null;
}
