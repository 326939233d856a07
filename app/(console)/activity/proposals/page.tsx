import type { Metadata } from 'next';
import { Prefetched } from '@/app/server/prefetched';
import { capabilities } from '@/app/server/service-view';
import { requireStaff } from '@/app/server/session';
import { NotOffered } from '@/components/ui/not-offered';
import { ProposalList } from './proposal-list';
import { proposalLists } from './proposal-options';

export const metadata: Metadata = { title: 'Proposals' };

/** Proposed changes: those that wait for a person, then the others. */
export default async function ProposalsPage() {
  const signedIn = await requireStaff('contacts:read');
  if (!capabilities().listProposals) return <NotOffered title="Proposals" operation="listProposals" />;
  return (
    <Prefetched signedIn={signedIn} reads={Object.values(proposalLists)}>
      <ProposalList />
    </Prefetched>
  );
}
