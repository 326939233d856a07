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
  const steps = [
    { label: 'Previous contact', key: 'k', row: place?.rows[index - 1], icon: ChevronUp },
    { label: 'Next contact', key: 'j', row: place?.rows[index + 1], icon: ChevronDown },
  ];

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
    open(steps.find(({ key }) => key === event.key.toLowerCase())?.row);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  if (index === -1) return null;
  return (
    <span className="flex">
      {steps.map(({ label, key, row, icon: Icon }) => (
        <Button
          key={key}
          size="icon"
          aria-label={label}
          title={`${label} (${key.toUpperCase()})`}
          disabled={!row}
          onClick={() => open(row)}
          className="first:rounded-r-none! last:-ml-px last:rounded-l-none!"
        >
          <Icon aria-hidden className="text-muted" />
        </Button>
      ))}
    </span>
  );
}
