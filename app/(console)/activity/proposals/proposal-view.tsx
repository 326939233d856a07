'use client';

import { useState } from 'react';
import { useFieldsByName } from '@/components/contacts/own-fields';
import { conditionClasses, matchesHref, ruleWords } from '@/components/contacts/rule-words';
import { useConsole } from '@/components/contacts/use-console';
import { useCan, useConnection } from '@/components/hooks/use-can';
import { useOperation } from '@/components/hooks/use-operation';
import { useRead } from '@/components/hooks/use-read';
import { useSegments } from '@/components/segments/use-segments';
import { formatDay } from '@/components/text/days';
import { formatCount, formatCountOf } from '@/components/text/format-count';
import { ActorName } from '@/components/ui/actor-name';
import { BackLink } from '@/components/ui/back-link';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { Link } from '@/components/ui/link';
import { NarrowPage, PageHeader } from '@/components/ui/page-header';
import { ReadBoundary } from '@/components/ui/read-failed';
import { RelativeTime } from '@/components/ui/relative-time';
import { SegmentChip } from '@/components/ui/segment-chip';
import { toast } from '@/components/ui/toast';
import type { SegmentRule } from '@/lib/contract/contact-filter';
import type { Proposal } from '@/lib/contract/proposal';
import { DeclineDialog } from './decline-dialog';
import { EndedProposal } from './ended-proposal';
import { ProposalRows } from './proposal-rows';
import { proposalSentence, stateTones, stateWords } from './proposal-words';

/** One proposal: who asks for what and why, what it does row by row, and the buttons that decide. */
export function ProposalView({ id }: { id: string }) {
  const query = useRead('getProposal', { id }, { staleTime: 0 });
  return (
    <NarrowPage>
      <ReadBoundary collectionName="The proposal" query={query}>
        {query.data ? <LoadedProposal proposal={query.data} /> : null}
      </ReadBoundary>
    </NarrowPage>
  );
}

function LoadedProposal({ proposal }: { proposal: Proposal }) {
  const { title, reason, state, actor, createdAt, expiresAt, firstApproval } = proposal;
  const isOpen = state === 'open';
  const { data: segments = [] } = useSegments();
  const fields = useFieldsByName();
  const proposed =
    proposal.operation === 'createSegment' ? (
      <NewSegment proposal={proposal} />
    ) : proposal.operation === 'runImport' && proposal.result === null ? (
      <Link
        href={`/import/${String(proposal.input.importId)}`}
        className="self-start text-sm text-accent underline-offset-2 hover:underline"
      >
        Open the import
      </Link>
    ) : null;
  return (
    <>
      <PageHeader
        back={<BackLink to="/activity/proposals" label="Proposals" />}
        title={
          <bdi dir="auto" className="wrap-anywhere">
            {title}
          </bdi>
        }
        aside={<Badge tone={stateTones[state]}>{stateWords[state]}</Badge>}
        description={
          isOpen ? (
            <>
              <ActorName actor={actor} name={actor.name} /> proposed this <RelativeTime at={createdAt} /> ·
              open until {formatDay(expiresAt.slice(0, 10))}
            </>
          ) : undefined
        }
      />
      <div className="flex flex-col gap-5 px-4 pb-12 md:px-6">
        {isOpen ? (
          <>
            <p className="text-base font-medium wrap-anywhere">
              <bdi>{proposalSentence(proposal, segments, fields)}</bdi>
            </p>
            {proposed}
            <div className="flex flex-col gap-1 text-sm">
              <p className="font-medium">Why it was proposed</p>
              <Quote words={reason} />
            </div>
            {firstApproval ? (
              <p className="text-sm">
                Approved first by <ActorName actor={firstApproval.by} name={firstApproval.by.name} />{' '}
                <RelativeTime at={firstApproval.at} />. It needs a second person.
              </p>
            ) : null}
            {/* Another preview begins with the choice that the first person made of it, or with all rows. */}
            <OpenProposal key={`${proposal.preview.version} ${firstApproval?.at}`} proposal={proposal} />
          </>
        ) : (
          <EndedProposal proposal={proposal} quote={(words) => <Quote words={words} />}>
            {proposed}
          </EndedProposal>
        )}
      </div>
    </>
  );
}

/** Longer reasons begin with three lines. */
const LONG = 200;

/** The reason of who proposed or declined it, in their words. */
function Quote({ words }: { words: string }) {
  const [open, setOpen] = useState(false);
  const isLong = words.length > LONG || words.split('\n').length > 3;
  return (
    <div className="flex flex-col items-start gap-1">
      <blockquote
        dir="auto"
        className={cn(
          'border-l-2 border-line pl-3 text-left! whitespace-pre-line text-muted wrap-anywhere',
          isLong && !open && 'line-clamp-3',
        )}
      >
        {words}
      </blockquote>
      {isLong ? (
        <Button
          size="sm"
          variant="ghost"
          className="-ml-2"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Show less' : 'Show more'}
        </Button>
      ) : null}
    </div>
  );
}

/** A proposed segment: its chip, description and rule in words. */
function NewSegment({ proposal: { input, preview, state } }: { proposal: Proposal }) {
  const { data: segments = [] } = useSegments();
  const fields = useFieldsByName();
  const { title, color, description, rule } = input as {
    title: string;
    color?: string;
    description?: string | null;
    rule?: SegmentRule;
  };
  const byId = new Map(segments.map((one) => [one.id, one]));
  return (
    <div className="flex flex-col items-start gap-2 text-sm">
      <SegmentChip
        title={title}
        color={color ?? null}
        rule={rule}
        className="h-auto! max-w-full! py-0.5 [&>.truncate]:whitespace-normal"
      />
      {description ? <bdi className="text-muted wrap-anywhere">{description}</bdi> : null}
      {rule ? (
        <div className="flex flex-wrap items-center gap-2">
          <ul aria-label="Rule" className="contents">
            {ruleWords(rule, byId, fields).map((words) => (
              <li key={words} dir="auto" className={cn(conditionClasses, 'border-line bg-raised')}>
                {words}
              </li>
            ))}
          </ul>
          {state === 'open' && preview.members ? (
            <Link href={matchesHref(rule)} className="text-accent underline-offset-2 hover:underline">
              View {formatCountOf(preview.members, 'contact')}
            </Link>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

/** The rows of an open proposal, of which some can be left out, above the buttons. */
function OpenProposal({ proposal }: { proposal: Proposal }) {
  const { id, preview, firstApproval, operation } = proposal;
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set(firstApproval?.leaveOut));
  const [isDeclining, setDeclining] = useState(false);
  const { startedBulkChanges: started } = useConsole();
  const mayDecide = useCan('approveProposal');
  const isElsewhere = useConnection() !== null;
  const changes = preview.created + preview.updated + preview.deleted;
  const count = changes - leftOut.size;
  const { mutate, isPending } = useOperation('approveProposal', {
    // Another preview replaces this one.
    onError: (error) => toast.failed('Nothing was changed', error),
    onSuccess: ({ state, result }) => {
      if (state === 'open') return void toast.success('Approved. It needs a second person');
      if (result?.type === 'bulkChange') started.set(result.id, count);
      toast.success('Approved');
    },
  });
  const isByRow = operation !== 'createSegment' && operation !== 'mergeContacts';
  const toggle = (key: string) =>
    setLeftOut(
      (before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key]),
    );
  return (
    <>
      {preview.conflicts > 0 ? (
        <p className="text-sm text-warning">
          {formatCountOf(preview.conflicts, 'row')} {preview.conflicts === 1 ? 'is' : 'are'} held back
        </p>
      ) : null}
      {operation === 'createSegment' ? null : (
        <ProposalRows
          proposal={proposal}
          leftOut={leftOut}
          onToggle={mayDecide && isByRow && !isElsewhere ? toggle : undefined}
        />
      )}
      {isElsewhere ? (
        <p className="text-sm text-muted">Approve or decline this in the console of the service itself.</p>
      ) : mayDecide ? (
        <div className="sticky bottom-0 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-canvas py-3">
          {leftOut.size > 0 ? (
            <p className="mr-auto text-sm text-muted">{formatCount(leftOut.size)} left out</p>
          ) : null}
          <Button onClick={() => setDeclining(true)}>Decline…</Button>
          <Button
            variant="primary"
            pending={isPending}
            disabled={count <= 0}
            onClick={() => mutate({ id, body: { version: preview.version, leaveOut: [...leftOut] } })}
          >
            {isByRow
              ? `Approve ${formatCountOf(count, 'change')}`
              : operation === 'mergeContacts'
                ? 'Approve merge'
                : operation === 'createSegment'
                  ? 'Approve segment'
                  : 'Approve'}
          </Button>
        </div>
      ) : (
        <p className="text-sm text-muted">An editor or an admin can approve this.</p>
      )}
      {isDeclining ? <DeclineDialog id={id} onClose={() => setDeclining(false)} /> : null}
    </>
  );
}
