'use client';

import { useMutation } from '@tanstack/react-query';
import { countContactSegments } from '@/app/(console)/bulk-changes/bulk-change-actions';
import { formatTotal } from '@/components/data-table/format-count';
import { type Selection, useSelection } from '@/components/data-table/selection';
import { callAction, UNREACHABLE } from '@/components/form/call-action';
import { Button } from '@/components/ui/button';
import { toast } from '@/components/ui/toast';
import type { Contact } from '@/lib/contract/contact';
import type { ContactFilter } from '@/lib/contract/contact-filter';
import type { PageMeta } from '@/lib/contract/page';
import { contactName } from '../contact-name';

interface SelectAllMatchingProps {
  selection: Selection;
  /** The page shown. */
  contacts: readonly Contact[];
  filter: ContactFilter;
  /** The filter in words; empty where it narrows nothing. */
  words: string;
  meta: PageMeta;
}

/** Offers to select all that match once the page is selected. */
export function SelectAllMatching({ selection, contacts, filter, words, meta }: SelectAllMatchingProps) {
  const offered = useSelection(
    selection,
    (one) => one.all === null && one.count < meta.total && contacts.every(({ id }) => one.has(id)),
  );
  const { mutate: selectAll, isPending } = useMutation({
    mutationFn: async () => {
      const { total, fingerprint } = await callAction(countContactSegments, { filter }, UNREACHABLE);
      const examples = contacts.slice(0, 3).map(contactName);
      selection.setAll({ filter, words, count: total, fingerprint, examples });
    },
    onError: ({ message }) => toast.error('Could not select all', { description: message }),
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
      Select all {formatTotal(meta)} {words ? 'matching' : 'contacts'}
    </Button>
  );
}
