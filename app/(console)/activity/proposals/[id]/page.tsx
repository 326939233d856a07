import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Prefetched } from '@/app/server/prefetched';
import { capabilities, pageTimeout } from '@/app/server/service-view';
import { requireStaff } from '@/app/server/session';
import { readOptions } from '@/components/hooks/use-read';
import { NotOffered } from '@/components/ui/not-offered';
import { uuid } from '@/lib/contract/text';
import { ProposalView } from '../proposal-view';

export const metadata: Metadata = { title: 'Proposal' };

/** A proposed change, to read and to approve or decline. */
export default async function ProposalPage({ params }: PageProps<'/activity/proposals/[id]'>) {
  const signedIn = await requireStaff('contacts:read');
  if (!capabilities().listProposals) return <NotOffered title="Proposals" operation="listProposals" />;
  const id = uuid.safeParse((await params).id).data;
  if (id === undefined) notFound();
  const result = await signedIn.call('getProposal', { id }, { signal: pageTimeout() }).catch(() => null);
  if (result && !result.ok && result.error.code === 'NOT_FOUND') notFound();
  const known = result?.ok
    ? [[readOptions('getProposal', { id }).queryKey, result.data] as [readonly unknown[], unknown]]
    : [];
  return (
    <Prefetched signedIn={signedIn} known={known} reads={[]}>
      <ProposalView key={id} id={id} />
    </Prefetched>
  );
}
