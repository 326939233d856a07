'use client';

import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useFieldsByName } from '@/components/contacts/own-fields';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { useCan } from '@/components/hooks/use-can';
import { useSegments } from '@/components/segments/use-segments';
import { ActorName } from '@/components/ui/actor-name';
import { BackLink } from '@/components/ui/back-link';
import { Badge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { ButtonLink, Link } from '@/components/ui/link';
import { NarrowPage, PageHeader } from '@/components/ui/page-header';
import { ReadBoundary } from '@/components/ui/read-failed';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Proposal } from '@/lib/contract/proposal';
import { proposalLists } from './proposal-options';
import { proposalSentence, stateTones, stateWords } from './proposal-words';

/** Polling interval in milliseconds. */
const LOOK = 10_000;

/** Proposals that wait for a person, and below them the others. */
export function ProposalList() {
  const open = useQuery({ ...proposalLists.open, staleTime: 0, refetchInterval: LOOK });
  const ended = useQuery({ ...proposalLists.ended, staleTime: 0 });
  const others = ended.data?.data ?? [];
  const mayCreateToken = useCan('createToken');
  return (
    <NarrowPage>
      <PageHeader
        back={<BackLink to="/activity" label="Activity" />}
        title="Proposals"
        description="Changes that an assistant or a script asks for. Nothing happens until a person approves."
      />
      <ReadBoundary collectionName="The proposals" query={open}>
        {open.data?.data.length === 0 ? (
          <EmptyState
            icon={Inbox}
            title={others.length > 0 ? 'Nothing waits for you' : 'No proposals'}
            actions={
              mayCreateToken ? (
                <ButtonLink href="/settings/tokens">Create a token for an assistant</ButtonLink>
              ) : undefined
            }
          />
        ) : (
          <DataTable caption="Waiting" columns={columns} rows={open.data?.data} />
        )}
      </ReadBoundary>
      {others.length > 0 ? (
        <section aria-labelledby="ended-proposals" className="pt-8 pb-12">
          <h2 id="ended-proposals" className="px-4 pb-2 text-base font-semibold md:px-6">
            Ended
          </h2>
          <DataTable caption="Ended" columns={endedColumns} rows={others} />
        </section>
      ) : null}
    </NarrowPage>
  );
}

const columns: Column<Proposal>[] = [
  { id: 'title', label: 'Proposal', cell: (proposal) => <TitleCell proposal={proposal} /> },
  {
    id: 'state',
    label: 'State',
    className: 'flex-none w-32 hidden sm:table-cell',
    cell: ({ state }) => <Badge tone={stateTones[state]}>{stateWords[state]}</Badge>,
  },
  {
    id: 'by',
    label: 'Proposed by',
    className: 'flex-none w-52 hidden md:table-cell text-muted truncate',
    cell: (proposal) => <StepActor proposal={proposal} />,
  },
  {
    id: 'at',
    label: 'When',
    className: 'flex-none w-36 hidden lg:table-cell text-muted',
    cell: (proposal) => <RelativeTime at={lastStep(proposal).at} />,
  },
];
const endedColumns = columns.map((column) =>
  column.id === 'by' ? { ...column, label: 'Ended by' } : column,
);

/** Who proposed an open proposal or ended another, and when; nobody if it has expired. */
function lastStep({ state, actor, createdAt, expiresAt, decision }: Proposal) {
  if (state === 'open') return { by: actor, at: createdAt };
  return decision ?? { by: null, at: expiresAt };
}

/** The name of who took the last step. */
function StepActor({ proposal }: { proposal: Proposal }) {
  const { by } = lastStep(proposal);
  return by && <ActorName actor={by} name={by.name} />;
}

/** The title, which opens the proposal, above what it does. */
function TitleCell({ proposal }: { proposal: Proposal }) {
  const { data: segments = [] } = useSegments();
  const fields = useFieldsByName();
  const { id, title, state } = proposal;
  return (
    <div className="flex min-w-0 flex-col gap-0.5 py-2 whitespace-normal">
      <Link
        href={`/activity/proposals/${id}`}
        data-row-link
        dir="auto"
        className="line-clamp-2 self-start text-left! font-medium wrap-anywhere hover:underline"
      >
        {title}
      </Link>
      <p className="line-clamp-2 text-sm text-muted wrap-anywhere">
        {proposalSentence(proposal, segments, fields)}
      </p>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted lg:hidden">
        <span className="sm:hidden">
          <Badge tone={stateTones[state]}>{stateWords[state]}</Badge>
        </span>
        <span className="contents md:hidden">
          <StepActor proposal={proposal} />
        </span>
        <RelativeTime at={lastStep(proposal).at} />
      </p>
    </div>
  );
}
