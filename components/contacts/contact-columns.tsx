'use client';

import { createColumnHelper } from '@tanstack/react-table';
import type { features } from '@/components/data-table/table-features';
import { contactLines, contactName } from '@/components/text/contact-name';
import { formatPhone } from '@/components/text/phone';
import { Avatar } from '@/components/ui/avatar';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Contact } from '@/lib/contract/contact';
import { contactFieldInfo, propertyFields } from '@/lib/contract/contact-fields';
import { ContactSegments } from './contact-segments';

const helper = createColumnHelper<typeof features, Contact>();
/** Hides a column on narrow screens, where the name cell contains all fields. */
const wide = 'hidden lg:table-cell';
const wider = 'hidden xl:table-cell';

/** Columns of the contact table. Ids of sortable columns are the API's `sort` values. */
export const contactColumns = helper.columns([
  helper.accessor(contactName, {
    id: 'name',
    // An email shown as the name takes the width of both columns.
    meta: { label: 'Name', className: 'flex-9 has-[+.email-cell:empty]:flex-20' },
    cell: ({ row }) => <NameCell contact={row.original} />,
  }),
  helper.accessor('email', {
    id: 'email',
    meta: { label: 'Email', className: `email-cell flex-11 empty:flex-none ${wide}` },
    // Without a name, the name column shows the email.
    cell: ({ row: { original } }) =>
      contactName(original) === original.email ? null : <Text value={original.email} />,
  }),
  helper.accessor('phone', {
    id: 'phone',
    enableSorting: false,
    meta: { label: 'Phone', className: `flex-none w-36 ${wide}` },
    cell: ({ row: { original } }) => {
      const phone = original.phone && formatPhone(original.phone);
      return contactName(original) === phone ? null : <Text value={phone} />;
    },
  }),
  ...propertyFields.map((name) =>
    helper.accessor(({ contact }) => contact[name], {
      id: name,
      enableSorting: name === 'company',
      meta: { label: contactFieldInfo[name].label, className: `flex-5 ${wider}` },
      cell: ({ getValue }) => <Text value={getValue()} />,
    }),
  ),
  helper.accessor('segments', {
    id: 'segments',
    enableSorting: false,
    meta: { label: 'Segments', className: `flex-7 ${wide}` },
    cell: ({ getValue }) => <ContactSegments assignments={getValue()} />,
  }),
  helper.accessor('updatedAt', {
    id: 'updatedAt',
    sortDescFirst: true,
    meta: { label: 'Updated', className: `flex-none w-28 ${wide} text-muted` },
    cell: ({ getValue }) => <RelativeTime at={getValue()} />,
  }),
]);

/** Sort options for narrow screens, which have no column headers. */
export const contactOrders = [
  { value: '-updatedAt', label: 'Updated, newest first' },
  { value: 'updatedAt', label: 'Updated, oldest first' },
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
  { value: 'email', label: 'Email, A to Z' },
  { value: '-email', label: 'Email, Z to A' },
  { value: 'company', label: 'Company, A to Z' },
  { value: '-company', label: 'Company, Z to A' },
];

/** Avatar and name; on narrow screens also email, phone and segments. */
function NameCell({ contact }: { contact: Contact }) {
  const name = contactName(contact);
  return (
    <div className="flex items-center gap-2.5 py-1.5 lg:py-0">
      <Avatar id={contact.id} name={name} />
      <div className="min-w-0 flex-1">
        <Link href={`/contacts/${contact.id}`} data-row-link dir="auto" title={name} className="row-link">
          {name}
        </Link>
        <div className="flex flex-col gap-1 lg:hidden">
          {contactLines(contact).map((value) => (
            <span key={value} dir="auto" className="truncate text-left text-sm text-muted">
              {value}
            </span>
          ))}
          <ContactSegments assignments={contact.segments} />
        </div>
      </div>
    </div>
  );
}

/** Truncates text at its end, also right-to-left text. */
function Text({ value }: { value: string | null | undefined }) {
  return value ? (
    <span dir="auto" title={value} className="block truncate">
      {value}
    </span>
  ) : null;
}
