import { ChevronDown, ChevronUp } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent } from 'react';
import { leaveList, listPlace } from '@/app/(console)/list-place';
import { isShortcut } from '@/components/data-table/use-table-keys';
import { leavePage } from '@/components/form/leave-page';
import { Button } from '@/components/ui/button';

/** Steps through the page of the list that the contact was opened from: two buttons, and the keys J and K. */
export function ContactSteps({ id }: { id: string }) {
  const router = useRouter();
  const place = listPlace();
  const index = place?.rows.indexOf(id) ?? -1;
  const previous = place?.rows[index - 1];
  const next = place?.rows[index + 1];

  const open = (row: string | undefined) => {
    if (!place || !row) return;
    leavePage(() => {
      leaveList({ ...place, row });
      // Back leads to the list, however many were looked at.
      router.replace(`/contacts/${row}`);
    });
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!place?.keys || index === -1 || !isShortcut(event)) return;
    const key = event.key.toLowerCase();
    if (key === 'j') open(next);
    if (key === 'k') open(previous);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  if (index === -1) return null;
  return (
    <span className="flex">
      <Button
        size="icon"
        aria-label="Previous contact"
        title="Previous contact (K)"
        disabled={!previous}
        onClick={() => open(previous)}
        className="rounded-r-none!"
      >
        <ChevronUp aria-hidden className="text-muted" />
      </Button>
      <Button
        size="icon"
        aria-label="Next contact"
        title="Next contact (J)"
        disabled={!next}
        onClick={() => open(next)}
        className="-ml-px rounded-l-none!"
      >
        <ChevronDown aria-hidden className="text-muted" />
      </Button>
    </span>
  );
}
