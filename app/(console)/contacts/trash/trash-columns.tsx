import { createColumnHelper } from '@tanstack/react-table';
import type { features } from '@/components/data-table/table-features';
import { contactLines, contactName } from '@/components/text/contact-name';
import { formatPhone } from '@/components/text/phone';
import { ActorName } from '@/components/ui/actor-name';
import { RelativeTime, TimeUntil } from '@/components/ui/relative-time';
import type { TrashedContact } from '@/lib/contract/trash';

const helper = createColumnHelper<typeof features, TrashedContact>();
const wide = 'hidden lg:table-cell';

/** Columns of the trash, which is sorted by time of deletion. */
export const trashColumns = helper.columns([
  helper.accessor(contactName, {
    id: 'name',
    meta: { label: 'Name', className: 'flex-3' },
    cell: ({ row }) => <NameCell contact={row.original} />,
  }),
  helper.accessor('email', {
    meta: { label: 'Email', className: `flex-3 ${wide}` },
    cell: ({ getValue }) => getValue(),
  }),
  helper.accessor('phone', {
    meta: { label: 'Phone', className: `flex-none w-38 ${wide}` },
    cell: ({ getValue }) => formatPhone(getValue() ?? ''),
  }),
  helper.accessor('deletedAt', {
    meta: { label: 'Deleted', className: `flex-none w-32 ${wide}` },
    cell: ({ getValue }) => <RelativeTime at={getValue()} />,
  }),
  helper.accessor('deletedBy', {
    meta: { label: 'Deleted by', className: `flex-2 ${wide}` },
    cell: ({ row: { original } }) => <ActorName actor={original.actor} name={original.deletedBy} />,
  }),
  helper.accessor('purgeAt', {
    meta: { label: 'Deletes in', className: `flex-none w-32 ${wide} pr-4 text-muted md:pr-6` },
    cell: ({ getValue }) => <TimeUntil at={getValue()} />,
  }),
]);

/** The name; on narrow screens with all other columns. */
function NameCell({ contact }: { contact: TrashedContact }) {
  return (
    <div className="py-1.5 lg:py-0">
      <span dir="auto" className="block truncate font-medium">
        {contactName(contact)}
      </span>
      <div className="flex flex-col text-sm text-muted lg:hidden">
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
          Deletes <TimeUntil at={contact.purgeAt} />
        </span>
      </div>
    </div>
  );
}
