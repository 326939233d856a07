import { contactListParameters, toUrlFilter } from '@/components/contacts/contact-list-state';
import type { AllMatching } from '@/components/data-table/selection';
import { useListState } from '@/components/data-table/use-list-state';
import { Button } from '@/components/ui/button';

/** Button that filters the contact list by the filter of a selection, to show who matches now. */
export function ReviewMatching({ all: { filter }, onReview }: { all: AllMatching; onReview(): void }) {
  const { change } = useListState(contactListParameters);
  function review() {
    change(toUrlFilter(filter));
    onReview();
  }
  return (
    <Button size="sm" className="self-start" onClick={review}>
      Review contacts
    </Button>
  );
}
