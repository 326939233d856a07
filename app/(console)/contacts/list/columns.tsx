'use client';

import { createColumnHelper } from '@tanstack/react-table';
import Link from 'next/link';
import type { features } from '@/components/data-table/table-features';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Contact } from '@/lib/contract/contact';
import { contactName } from '../contact-name';
import { LastSeen, VanishedBadge } from '../record/contact-sighting';
import { ContactSegments } from './contact-segments';

const helper = createColumnHelper<typeof features, Contact>();

/** On narrow screens everything stands below the name; the other columns begin where there is room. */
const wide = 'hidden lg:table-cell';

/** Columns of the contact table. The ids of those that sort are the API's `sort` values. */
export const contactColumns = helper.columns([
  helper.accessor(contactName, {
    id: 'name',
    header: 'Name',
    enableHiding: false,
    meta: { label: 'Name', width: 'lg:w-[17%]' },
    cell: ({ row }) => <NameCell contact={row.original} />,
  }),
  helper.accessor('email', {
    id: 'email',
    header: 'Email',
    meta: { label: 'Email', className: wide, width: 'w-[22%]' },
    cell: ({ getValue }) => <Text value={getValue()} />,
  }),
  helper.accessor('phone', {
    id: 'phone',
    header: 'Phone',
    enableSorting: false,
    meta: { label: 'Phone', className: wide, width: 'w-36' },
    cell: ({ getValue }) => <Text value={getValue()} />,
  }),
  helper.accessor(({ contact }) => contact.jobtitle ?? null, {
    id: 'jobtitle',
    header: 'Job title',
    enableSorting: false,
    meta: { label: 'Job title', className: wide, width: 'w-[14%]' },
    cell: ({ getValue }) => <Text value={getValue()} />,
  }),
  helper.accessor(({ contact }) => contact.company ?? null, {
    id: 'company',
    header: 'Company',
    meta: { label: 'Company', className: wide, width: 'w-[13%]' },
    cell: ({ getValue }) => <Text value={getValue()} />,
  }),
  helper.accessor('segments', {
    id: 'segments',
    header: 'Segments',
    enableSorting: false,
    meta: { label: 'Segments', className: wide, width: 'w-[20%]' },
    cell: ({ row }) => <ContactSegments assignments={row.original.segments} shown={2} />,
  }),
  helper.accessor('updatedAt', {
    id: 'updatedAt',
    header: 'Updated',
    sortDescFirst: true,
    meta: { label: 'Updated', className: `${wide} pr-4 md:pr-6 text-muted`, width: 'w-32' },
    cell: ({ getValue }) => <RelativeTime at={getValue()} />,
  }),
]);

/** Of a copy of another service's contacts it also matters when each was seen there. */
export const contactColumnsOfCopy = [
  ...contactColumns,
  ...helper.columns([
    helper.display({
      id: 'seenAt',
      header: 'Last seen',
      enableSorting: false,
      meta: { label: 'Last seen', className: 'hidden xl:table-cell pr-4 md:pr-6 text-muted', width: 'w-32' },
      cell: ({ row }) => <LastSeen id={row.original.id} />,
    }),
  ]),
];

function NameCell({ contact }: { contact: Contact }) {
  const name = contactName(contact);
  const below = [contact.email, contact.phone].filter((value) => value && value !== name);
  return (
    <div className="py-1.5 lg:py-0">
      <div className="flex items-center gap-2">
        <Link href={`/contacts/${contact.id}`} data-row-link prefetch={false} className="row-link">
          {name}
        </Link>
        <VanishedBadge id={contact.id} />
      </div>
      <div className="flex flex-col gap-1 lg:hidden">
        {below.length > 0 ? (
          <div className="flex flex-wrap gap-x-2 text-sm text-muted">
            {below.map((value) => (
              <span key={value} className="max-w-full truncate">
                {value}
              </span>
            ))}
          </div>
        ) : null}
        {contact.segments.length > 0 ? <ContactSegments assignments={contact.segments} shown={2} /> : null}
      </div>
    </div>
  );
}

function Text({ value }: { value: string | null }) {
  return value ? <span title={value}>{value}</span> : <span className="text-muted">–</span>;
}
