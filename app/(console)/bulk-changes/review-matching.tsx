import type { AllMatching } from '@/components/data-table/selection';
import { Button } from '@/components/ui/button';
import { narrowingOf } from '../contacts/list/contact-list-state';
import { useContactListState } from '../contacts/list/use-contact-list-state';

export function ReviewMatching({ all: { filter }, onReview }: { all: AllMatching; onReview(): void }) {
  const { change } = useContactListState();
  function review() {
    change(narrowingOf(filter));
    onReview();
  }
  return (
    <div>
      <Button size="sm" onClick={review}>
        Review contacts
      </Button>
    </div>
  );
}
