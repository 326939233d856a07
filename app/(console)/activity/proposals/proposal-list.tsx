'use client';

import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useFieldsByName } from '@/components/contacts/own-fields';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { useSegments } from '@/components/segments/use-segments';
import { ActorName } from '@/components/ui/actor-name';
import { BackLink } from '@/components/ui/back-link';
import { Badge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
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
  return (
    <>
      <PageHeader
        back={<BackLink to="/activity" label="Activity" />}
        title="Proposals"
        description="Changes that an assistant or a script asks for. Nothing happens until a person approves."
      />
      <ReadBoundary collectionName="The proposals" query={open}>
        {open.data?.data.length === 0 ? (
          <EmptyState icon={Inbox} title="Nothing waits for you">
            A token with the scope proposals:create can propose changes. Create one for an assistant in
            Settings → API tokens.
          </EmptyState>
        ) : (
          <DataTable caption="Waiting" columns={columns} rows={open.data?.data} />
        )}
      </ReadBoundary>
      {others.length > 0 ? (
        <section aria-labelledby="ended-proposals" className="pt-8 pb-12">
          <h2 id="ended-proposals" className="px-4 pb-2 text-base font-semibold md:px-6">
            Ended
          </h2>
          <DataTable caption="Ended" columns={columns} rows={others} />
        </section>
      ) : null}
    </>
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
    cell: ({ actor }) => <ActorName actor={actor} name={actor.name} />,
  },
  {
    id: 'createdAt',
    label: 'When',
    className: 'flex-none w-36 hidden lg:table-cell text-muted',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];

/** The title, which opens the proposal, above what it does. */
function TitleCell({ proposal }: { proposal: Proposal }) {
  const { data: segments = [] } = useSegments();
  const fields = useFieldsByName();
  const { id, title, state, actor } = proposal;
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
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted md:hidden">
        <span className="sm:hidden">
          <Badge tone={stateTones[state]}>{stateWords[state]}</Badge>
        </span>
        <ActorName actor={actor} name={actor.name} />
      </p>
    </div>
  );
}
