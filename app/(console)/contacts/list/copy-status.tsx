'use client';

import { RefreshCw } from 'lucide-react';
import { useMay } from '@/app/(console)/console-providers';
import { useService } from '@/app/(console)/service-provider';
import { isStranger, isUp, notSoFar } from '@/app/(console)/service-queries';
import { useConnectionActions } from '@/app/(console)/settings/connection/use-connection-actions';
import { countOf, formatCount } from '@/components/data-table/format-count';
import { Button } from '@/components/ui/button';
import { Progress } from '@/components/ui/progress';
import { RelativeTime } from '@/components/ui/relative-time';
import type { MirrorStatus } from '@/lib/contract/connection';

/** How complete and how old the copy is that the table shows, and the way to a newer one. */
export function CopyStatus({ mirror }: { mirror: MirrorStatus }) {
  const { connection } = useService();
  const { refresh, pending } = useConnectionActions();
  const mayRefresh = useMay('contacts:write');
  const running = mirror.fill?.running ?? false;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pb-2 text-sm text-muted md:px-6">
      <p>
        <CopyWords mirror={mirror} />
      </p>
      {running ? <FillProgress mirror={mirror} /> : null}
      {mayRefresh && mirror.fillable && !running && connection && isUp(connection) ? (
        <Button variant="ghost" size="sm" pending={pending === 'refresh'} onClick={refresh}>
          <RefreshCw aria-hidden className="text-muted" />
          Refresh
        </Button>
      ) : null}
    </div>
  );
}

/** A sentence or two on what the copy has. */
export function CopyWords({ mirror }: { mirror: MirrorStatus }) {
  const { connection } = useService();
  const { fillable, certain, contacts, vanished, unreadable } = mirror;
  const { completeAt, claimed, lack, fill } = mirror;
  const has = countOf(contacts, 'contact');
  const gone = [
    vanished > 0 && ` ${countOf(vanished, 'contact has', 'contacts have')} vanished from the service.`,
    unreadable.count > 0 && ` ${countOf(unreadable.count, 'contact')} could not be copied.`,
  ];
  if (connection && isStranger(connection))
    return <>There is no copy yet: the service {notSoFar(connection)}.</>;
  if (!certain)
    return (
      <>
        The API token is a new one, and the service has not told yet of which organization it is.{' '}
        {contacts === 0
          ? 'Nothing is known of its contacts.'
          : `What you see is the copy of the organization before, with ${has}.`}
      </>
    );
  if (!fillable && contacts === 0)
    return <>This service cannot list its contacts: the copy gets those that are added or changed here.</>;
  if (!fillable)
    return (
      <>
        This service cannot list its contacts: the copy has the {has} that {contacts === 1 ? 'was' : 'were'}{' '}
        seen here, and the service may have more.{gone}
      </>
    );
  if (fill && !fill.running)
    return (
      <>
        Reading the contacts of the service stopped at {progressWords(fill.done, fill.total)}
        {fill.error ? `: ${fill.error}` : '.'} It goes on by itself.{gone}
      </>
    );
  if (lack && !fill)
    return (
      <>
        Incomplete: {progressWords(lack.seen, lack.total)} contacts of the service. {lack.why} It is read
        again by itself.{gone}
      </>
    );
  if (completeAt && claimed !== null && !fill)
    return (
      <>
        Incomplete: {formatCount(contacts)} of {claimWords(claimed)} contacts that the service counts. Its
        list ended there <RelativeTime at={completeAt} />.{gone}
      </>
    );
  if (completeAt)
    return (
      <>
        A copy of {has}, complete <RelativeTime at={completeAt} />.{gone}
      </>
    );
  return (
    <>
      The copy is not complete yet: it has {has}.{gone}
    </>
  );
}

/** How far the reading of the service's contacts is. */
export function FillProgress({ mirror: { fill } }: { mirror: MirrorStatus }) {
  if (!fill) return null;
  const { done, total } = fill;
  return (
    <label className="flex items-center gap-2">
      <span>
        {total === null ? `${formatCount(done)} read so far` : `Reading ${progressWords(done, total)}`}
      </span>
      <Progress
        value={total === null ? undefined : Math.min(done, total)}
        max={total === null ? undefined : Math.max(1, total)}
        className="w-32"
      />
    </label>
  );
}

/** A total beyond what the database counts up to is kept as that. */
const MOST = 2_147_483_647;

function claimWords(claimed: number): string {
  return claimed < MOST ? formatCount(claimed) : `${formatCount(MOST)} or more`;
}

function progressWords(done: number, total: number | null): string {
  return total === null ? formatCount(done) : `${formatCount(done)} of ${formatCount(total)}`;
}
