'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Selection, useSelection } from '@/components/data-table/selection';
import { readOptions } from '@/components/hooks/use-read';
import { contactName } from '@/components/text/contact-name';
import { formatTotal } from '@/components/text/format-count';
import { Button } from '@/components/ui/button';
import { toast } from '@/components/ui/toast';
import type { Contact } from '@/lib/contract/contact';
import type { ContactFilter } from '@/lib/contract/contact-filter';
import type { PageMeta } from '@/lib/contract/page';

interface SelectAllMatchingProps {
  selection: Selection;
  /** Contacts on the page shown. */
  contacts: readonly Contact[];
  filter: ContactFilter;
  /** The filter in words; empty without a filter. */
  words: string;
  meta: PageMeta;
}

/** Once the whole page is selected, offers to select all matches, with their current count and fingerprint. */
export function SelectAllMatching({ selection, contacts, filter, words, meta }: SelectAllMatchingProps) {
  const offered = useSelection(
    selection,
    (one) => one.all === null && one.count < meta.total && contacts.every(({ id }) => one.has(id)),
  );
  const queryClient = useQueryClient();
  const { mutate: selectAll, isPending } = useMutation({
    mutationFn: async () => {
      const { total, fingerprint } = await queryClient.fetchQuery({
        ...readOptions('countContactSegments', { body: { filter } }),
        staleTime: 0,
      });
      const examples = contacts.slice(0, 3).map(contactName);
      selection.setAll({ filter, words, count: total, fingerprint, examples });
    },
    onError: (error) => toast.failed('Could not select all', error),
  });
  if (!offered || contacts.length === 0) return null;
  return (
    <Button
      variant="ghost"
      size="sm"
      pending={isPending}
      onClick={() => selectAll()}
      className="text-accent!"
    >
      <span>
        Select all {formatTotal(meta)}
        <span className="max-sm:sr-only"> {words ? 'matching' : 'contacts'}</span>
      </span>
    </Button>
  );
}
