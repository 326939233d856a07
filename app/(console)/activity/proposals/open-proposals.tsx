import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCan } from '@/components/hooks/use-can';
import { formatCount } from '@/components/text/format-count';
import { openCount } from './proposal-options';

/** Polling interval in milliseconds. */
const LOOK = 30_000;

interface OpenProposalsProps {
  /** Whether they are shown even if none waits. */
  always: boolean;
  children(count: ReactNode): ReactNode;
}

/** The entry of the proposals that wait for a person; nothing without one. */
export function OpenProposals({ always, children }: OpenProposalsProps) {
  const may = useCan('listProposals', 'approveProposal');
  const { data } = useQuery({ ...openCount, enabled: may, refetchInterval: LOOK });
  const open = data?.meta.open ?? 0;
  if (!may || (open === 0 && !always)) return null;
  return children(
    open > 0 ? (
      <span className="text-xs font-medium text-accent tabular-nums">{formatCount(open)}</span>
    ) : null,
  );
}
