import type { Column } from '@/components/data-table/columns';
import { contactLines, contactName } from '@/components/text/contact-name';
import { formatPhone } from '@/components/text/phone';
import { ActorName } from '@/components/ui/actor-name';
import { Avatar } from '@/components/ui/avatar';
import { Link } from '@/components/ui/link';
import { RelativeTime, TimeUntil } from '@/components/ui/relative-time';
import type { TrashedContact } from '@/lib/contract/trash';

const wide = 'hidden lg:table-cell';

/** Columns of the trash, which is sorted by time of deletion. `onOpen` opens a contact by its id. */
export const trashColumns = (onOpen: (id: string) => void): Column<TrashedContact>[] => [
  {
    id: 'name',
    label: 'Name',
    className: 'flex-3',
    cell: (one) => <NameCell contact={one} onOpen={onOpen} />,
  },
  {
    id: 'email',
    label: 'Email',
    className: `flex-3 ${wide}`,
    cell: ({ email }) => email,
  },
  {
    id: 'phone',
    label: 'Phone',
    className: `flex-none w-38 ${wide} tabular-nums`,
    cell: ({ phone }) => formatPhone(phone ?? ''),
  },
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
    className: `flex-none w-32 ${wide} pr-4 text-muted md:pr-6`,
    cell: ({ purgeAt }) => <TimeUntil at={purgeAt} />,
  },
];

/** Avatar and name; on narrow screens with all other columns. */
function NameCell({ contact, onOpen }: { contact: TrashedContact; onOpen(id: string): void }) {
  return (
    <div className="flex items-center gap-2.5 py-1.5 lg:py-0">
      <Avatar id={contact.id} name={contactName(contact)} />
      <div className="min-w-0 flex-1">
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
          <span className="truncate">
            Deleted <RelativeTime at={contact.deletedAt} /> by{' '}
            <ActorName actor={contact.actor} name={contact.deletedBy} />
          </span>
          <span className="truncate">
            <TimeUntil at={contact.purgeAt} /> left
          </span>
        </div>
      </div>
    </div>
  );
}
