import type { Column } from '@/components/data-table/columns';
import { contactLines, contactName } from '@/components/text/contact-name';
import { formatPhone } from '@/components/text/phone';
import { ActorName } from '@/components/ui/actor-name';
import { Avatar } from '@/components/ui/avatar';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { RelativeTime, TimeUntil } from '@/components/ui/relative-time';
import type { TrashedContact } from '@/lib/contract/trash';

type Deletion = Pick<TrashedContact, 'deletedAt' | 'actor' | 'deletedBy' | 'purgeAt'>;

const wide = 'hidden lg:table-cell';

/** Columns of both tabs: when and by whom an item was deleted, and how long it can be restored. */
export const deletionColumns: Column<Deletion>[] = [
  {
    id: 'deletedAt',
    label: 'Deleted',
    className: `flex-none w-32 ${wide}`,
    cell: ({ deletedAt }) => <RelativeTime at={deletedAt} />,
  },
  {
    id: 'deletedBy',
    label: 'Deleted by',
    className: `flex-2 ${wide}`,
    cell: (one) => <ActorName actor={one.actor} name={one.deletedBy} />,
  },
  {
    id: 'purgeAt',
    label: 'Time left',
    className: `flex-none w-24 ${wide} text-muted`,
    cell: ({ purgeAt }) => <TimeUntil at={purgeAt} />,
  },
];

/** The column of both tabs with a button that restores an item. */
export const restoreColumn = <Row,>(cell: Column<Row>['cell']): Column<Row> => ({
  id: 'restore',
  labelHidden: true,
  label: 'Restore',
  className: 'flex-none w-24 text-right! pr-4! md:pr-6! sm:w-28',
  cell,
});

export const RestoreButton = ({ name, ...button }: { name: string; pending?: boolean; onClick(): void }) => (
  <Button size="sm" aria-label={`Restore ${name}`} {...button}>
    Restore
  </Button>
);

/** Columns of deleted contacts, sorted by time of deletion. `onOpen` opens a contact by its id. */
export const trashColumns = (onOpen: (id: string) => void): Column<TrashedContact>[] => [
  {
    id: 'name',
    label: 'Name',
    className: 'lines-cell flex-3 has-[+.email-cell:empty]:flex-6',
    cell: (one) => <NameCell contact={one} onOpen={onOpen} />,
  },
  {
    id: 'email',
    label: 'Email',
    className: `email-cell flex-3 [th+&:empty]:flex-none ${wide}`,
    cell: (one) => (one.email === contactName(one) ? null : one.email),
  },
  {
    id: 'phone',
    label: 'Phone',
    className: `flex-none w-38 ${wide} tabular-nums`,
    cell: (one) => {
      const phone = formatPhone(one.phone ?? '');
      return phone === contactName(one) ? null : phone;
    },
  },
  ...deletionColumns,
];

/** Avatar and name; on narrow screens with all other columns. */
function NameCell({ contact, onOpen }: { contact: TrashedContact; onOpen(id: string): void }) {
  return (
    <div className="flex items-start gap-2.5 py-1.5 lg:items-center lg:py-0">
      <Avatar id={contact.id} name={contactName(contact)} />
      <div className="min-w-0 flex-1 max-lg:pt-1">
        <Link
          href={`/contacts/trash?contact=${contact.id}`}
          data-row-link
          onClick={(event) => {
            event.preventDefault();
            onOpen(contact.id);
          }}
          dir="auto"
          className="row-link"
        >
          {contactName(contact)}
        </Link>
        <div className="flex flex-col text-sm text-muted lg:hidden print:hidden">
          <div className="flex flex-wrap gap-x-2">
            {contactLines(contact).map((value) => (
              <span key={value} className="max-w-full truncate">
                {value}
              </span>
            ))}
          </div>
          <DeletionLines {...contact} />
        </div>
      </div>
    </div>
  );
}

/** The deletion on narrow screens, in lines. */
export const DeletionLines = ({ deletedAt, actor, deletedBy, purgeAt }: Deletion) => (
  <>
    <span className="truncate">
      Deleted <RelativeTime at={deletedAt} /> by <ActorName actor={actor} name={deletedBy} />
    </span>
    <span className="truncate">
      <TimeUntil at={purgeAt} /> left
    </span>
  </>
);
