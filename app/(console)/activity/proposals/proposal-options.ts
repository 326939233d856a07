import { infiniteQueryOptions } from '@tanstack/react-query';
import { fetchRead, readOptions } from '@/components/hooks/use-read';
import type { Proposal } from '@/lib/contract/proposal';

/** Query options of both lists. */
export const proposalLists = {
  open: readOptions('listProposals', { query: { state: 'open' } }),
  ended: readOptions('listProposals', { query: { state: 'ended' } }),
};

/** Query options of the number that wait for a person. */
export const openCount = readOptions('listProposals', { query: { state: 'open', limit: '1' } });

/** Query options of the rows of a preview, page after page. */
export const rowsOptions = ({ id, preview }: Proposal) =>
  infiniteQueryOptions({
    queryKey: ['proposals', 'listProposalRows', id, preview.version],
    queryFn: ({ signal, pageParam }) =>
      fetchRead(
        'listProposalRows',
        { id, query: pageParam === null ? {} : { after: String(pageParam) } },
        signal,
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.meta.next,
  });
