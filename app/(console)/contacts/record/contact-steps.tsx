import { ChevronDown, ChevronUp } from 'lucide-react';
import { usePathname, useRouter } from 'next/navigation';
import { listPlace } from '@/components/contacts/list-place';
import { isShortcut } from '@/components/data-table/use-table-keys';
import { leavePage } from '@/components/hooks/leave-page';
import { useDocumentKeys } from '@/components/hooks/use-document-keys';
import { IconButton } from '@/components/ui/icon-button';

interface ContactStepsProps {
  id: string;
  /** Ids of the contacts to step through, in the order of the list. */
  rows: readonly string[];
  /** Whether single-key shortcuts are on. */
  keys: boolean;
  onOpen(id: string): void;
}

/** Steps through the list page from which the contact was opened, by two buttons or the keys J and K. */
export function ContactSteps({ id, rows, keys, onOpen }: ContactStepsProps) {
  const index = rows.indexOf(id);
  const steps = [
    { label: 'Previous contact', key: 'k', row: rows[index - 1], icon: ChevronUp },
    { label: 'Next contact', key: 'j', row: rows[index + 1], icon: ChevronDown },
  ];
  useDocumentKeys((event) => {
    if (!keys || index === -1 || !isShortcut(event)) return;
    const row = steps.find(({ key }) => key === event.key.toLowerCase())?.row;
    if (row) onOpen(row);
  });

  if (index === -1) return null;
  return (
    <span className="flex">
      {steps.map(({ label, key, row, icon }) => (
        <IconButton
          key={key}
          icon={icon}
          variant="secondary"
          label={label}
          title={`${label} (${key.toUpperCase()})`}
          disabled={!row}
          onClick={() => row && onOpen(row)}
          className="first:rounded-r-none! last:-ml-px last:rounded-l-none!"
        />
      ))}
    </span>
  );
}

/** The steps of a contact's page; nothing unless it was opened from a list. */
export function PageSteps({ id }: { id: string }) {
  const pathname = usePathname();
  const router = useRouter();
  const place = listPlace.current;
  if (!place) return null;
  /** Opens a contact in place of this page, after a confirmation if changes would be lost. */
  const open = (row: string) =>
    leavePage(() => {
      listPlace.current = { ...place, row };
      // Replaces the contact, so that Back always leads to the list; not the list, while its first contact is loading.
      if (/^\/contacts\/[\da-f-]{36}$/.test(pathname)) router.replace(`/contacts/${row}`);
      else router.push(`/contacts/${row}`);
    });
  return <ContactSteps id={id} rows={place.rows} keys={place.keys} onOpen={open} />;
}
