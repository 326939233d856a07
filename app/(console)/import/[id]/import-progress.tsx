import { useEffect, useState } from 'react';
import { countOf, formatCount } from '@/components/data-table/format-count';
import { Progress } from '@/components/ui/progress';
import type { ContactImport } from '@/lib/contract/import';

/** How far a run or its undo is, how quick, and how long it will still take. */
export function ImportProgress({ one }: { one: ContactImport }) {
  const { run, state, error } = one;
  const isUndo = state === 'undoing';
  const done = isUndo ? (run?.undone ?? 0) + (run?.kept ?? 0) : (run?.rows ?? 0);
  // Several rows may be about one contact: an undo may have less to do.
  const total = isUndo ? (run?.created ?? 0) + (run?.updated ?? 0) : (run?.total ?? 0);
  const rate = useRate(done);
  return (
    <div className="flex min-h-11 flex-col justify-center gap-1.5">
      <p role="status" className="sr-only">
        {isUndo ? 'Undoing' : `Importing ${countOf(total, 'row')}`}
      </p>
      <p className="text-sm">
        {formatCount(done)} of {countOf(total, isUndo ? 'contact' : 'row')}
        {isUndo ? ' restored' : null}
        {error ? <span className="text-warning">. {error}</span> : null}
        <span className="text-muted">
          {rate && !error
            ? `, ${formatCount(Math.round(rate))} a second, ${timeLeft((total - done) / rate)}`
            : null}
        </span>
      </p>
      <Progress value={done} max={Math.max(total, 1)} aria-label="Progress" className="w-full" />
    </div>
  );
}

/** How many a second since this was first seen; `null` until it is known. */
function useRate(done: number): number | null {
  const [first, setFirst] = useState<{ done: number; at: number } | null>(null);
  const [rate, setRate] = useState<number | null>(null);
  useEffect(() => {
    const at = Date.now();
    if (!first) setFirst({ done, at });
    else if (done > first.done) setRate(((done - first.done) * 1_000) / (at - first.at));
  }, [done, first]);
  return rate;
}

function timeLeft(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s left`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min left`;
  return `${Math.round(seconds / 3_600)} h left`;
}
