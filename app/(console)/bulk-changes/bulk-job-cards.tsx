'use client';

import { useState } from 'react';
import { formatCount } from '@/components/data-table/format-count';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { focusAround } from '@/components/ui/focus-main';
import { Progress } from '@/components/ui/progress';
import { withSignIn } from '@/components/ui/signed-out';
import type { BulkJob } from './bulk-jobs';
import { doing, moreWords, progressOf, stoppedWords } from './bulk-words';
import { useBulkDriver } from './use-bulk-driver';

/**
 * Bulk changes that are under way or have stopped, one below the other: in the rail, and on narrow screens over the end of
 * the page, as messages are: nothing moves when they come and go, and what they cover can be scrolled. There, it is one
 * until the others are asked for.
 */
export default function BulkJobCards({ jobs }: { jobs: readonly BulkJob[] }) {
  const [isOpen, setOpen] = useState(false);
  const others = jobs.slice(1);
  return (
    <section
      aria-label="Bulk changes"
      className="bulk-cards pointer-events-none fixed inset-x-3 bottom-(--above-foot) z-30 flex max-h-[50dvh] flex-col gap-2 md:right-auto md:bottom-14 md:left-2 md:w-48"
    >
      <div className="flex min-h-0 flex-col gap-2 overflow-y-auto rounded-lg p-px *:pointer-events-auto">
        {jobs.map((job, index) => (
          <div
            key={job.change.id}
            ref={focusAround}
            tabIndex={-1}
            className={cn(
              'shrink-0 rounded-lg bg-raised p-3 text-sm shadow-popup forced-colors:border',
              index > 0 && !isOpen && 'max-md:hidden',
            )}
          >
            {job.state === 'stopped' ? <Stopped job={job} /> : <Working job={job} />}
          </div>
        ))}
      </div>
      {others.length > 0 ? (
        <div className="pointer-events-auto shrink-0 self-start md:hidden">
          <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className="shadow-popup">
            {isOpen ? 'Show one' : `Show ${moreWords(others)}`}
          </Button>
          {/* What is said of a card that is not shown is not heard. */}
          <p role="status" className="sr-only">
            {isOpen ? null : moreWords(others)}
          </p>
        </div>
      ) : null}
    </section>
  );
}

function Working({ job }: { job: BulkJob }) {
  const driver = useBulkDriver();
  const { done, of } = progressOf(job);
  const words = doing(job);
  return (
    <div ref={focusAround} className="flex items-end gap-3">
      <div className="min-w-0 flex-1">
        {/* Heard once: the numbers below change too often for that. */}
        <p role="status" className="font-medium">
          {words}
        </p>
        <p className="text-muted">
          {formatCount(done)} of {formatCount(of)}
        </p>
        <Progress aria-label={words} value={done} max={Math.max(of, 1)} className="w-full" />
      </div>
      <Button size="sm" pending={job.state === 'cancelling'} onClick={() => driver.leave(job)}>
        Cancel
      </Button>
    </div>
  );
}

function Stopped({ job }: { job: BulkJob }) {
  const driver = useBulkDriver();
  return (
    <div ref={focusAround} className="flex flex-col gap-2">
      <div role="alert">
        <p className="font-medium">{stoppedWords(job)}</p>
        {job.failure ? <p className="text-muted">{withSignIn(job.failure)}</p> : null}
      </div>
      <div className="flex gap-2">
        <Button size="sm" variant="primary" onClick={() => void driver.goOn(job.change.id)}>
          Go on
        </Button>
        <Button size="sm" onClick={() => driver.leave(job)}>
          Leave it there
        </Button>
      </div>
    </div>
  );
}
