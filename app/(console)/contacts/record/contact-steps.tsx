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
  const rows = place?.rows ?? [];
  const index = rows.indexOf(id);

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
    const step = { j: 1, k: -1 }[event.key.toLowerCase()];
    if (step) open(rows[index + step]);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return <StepButtons id={id} rows={rows} onOpen={open} />;
}

interface StepButtonsProps {
  id: string;
  /** Ids of the contacts to step through. */
  rows: readonly string[];
  onOpen(id: string | undefined): void;
}

export function StepButtons({ id, rows, onOpen }: StepButtonsProps) {
  const index = rows.indexOf(id);
  if (index === -1) return null;
  const steps = [
    { label: 'Previous contact', key: 'K', row: rows[index - 1], icon: ChevronUp },
    { label: 'Next contact', key: 'J', row: rows[index + 1], icon: ChevronDown },
  ];
  return (
    <span className="flex">
      {steps.map(({ label, key, row, icon: Icon }) => (
        <Button
          key={key}
          size="icon"
          aria-label={label}
          title={`${label} (${key})`}
          disabled={!row}
          onClick={() => onOpen(row)}
          className="first:rounded-r-none! last:-ml-px last:rounded-l-none!"
        >
          <Icon aria-hidden className="text-muted" />
        </Button>
      ))}
    </span>
  );
}
