import { useQuery } from '@tanstack/react-query';
import { createLoader } from 'nuqs/server';
import { contactListParameters, toFilter } from '@/components/contacts/contact-list-state';
import { readOptions } from '@/components/hooks/use-read';
import { formatTotal } from '@/components/text/format-count';

/** How long another page reuses a count. */
const FRESH_MILLISECONDS = 60_000;

const loadState = createLoader(contactListParameters);

/** Number of contacts in a view: "4,312", or "5,000+" if an exact count would take long. */
export default function ViewCount({ query }: { query: string }) {
  const filter = toFilter(loadState(new URLSearchParams(query)));
  const { data } = useQuery({
    ...readOptions('listContacts', { query: { ...filter, pageSize: '1' } }),
    staleTime: FRESH_MILLISECONDS,
  });
  return data ? <span className="text-xs tabular-nums">{formatTotal(data.meta)}</span> : null;
}
