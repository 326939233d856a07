import type { ReactNode, RefObject } from 'react';
import { countOf } from '@/components/text/format-count';
import { FormAlert } from '@/components/ui/form-alert';
import { ReviewMatching } from './review-matching';
import { countSelected, MOST_IDS, type SelectedContacts, TOO_MANY_IDS } from './selected-contacts';

interface SelectionNotesProps {
  contacts: SelectedContacts;
  problem: ReactNode;
  problemRef: RefObject<HTMLDivElement | null>;
  recounted: boolean;
  /** How many of them still exist, once they are counted. */
  total: number | undefined;
  onReview(): void;
}

/** What is to be known of the selection before it is changed: too many, other contacts match now, some are gone. */
export function SelectionNotes({
  contacts,
  problem,
  problemRef,
  recounted,
  total,
  onReview,
}: SelectionNotesProps) {
  const count = countSelected(contacts);
  return (
    <>
      {contacts.selected.size > MOST_IDS ? <FormAlert title={TOO_MANY_IDS} /> : null}
      {problem ? <FormAlert ref={problemRef} title={problem} /> : null}
      {recounted && contacts.all ? <ReviewMatching all={contacts.all} onReview={onReview} /> : null}
      {total !== undefined && !contacts.all && total > 0 && total < count ? (
        <p className="text-sm text-muted">{countOf(total, 'contact')} of them still exist.</p>
      ) : null}
    </>
  );
}
