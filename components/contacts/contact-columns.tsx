'use client';

import { createColumnHelper } from '@tanstack/react-table';
import type { Columns } from '@/components/data-table/data-table';
import type { features } from '@/components/data-table/table-features';
import { contactLines, contactName } from '@/components/text/contact-name';
import { formatPhone } from '@/components/text/phone';
import { ActorName } from '@/components/ui/actor-name';
import { Avatar } from '@/components/ui/avatar';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Contact, ListedContact } from '@/lib/contract/contact';
import { contactFieldInfo, propertyFields } from '@/lib/contract/contact-fields';
import { ContactSegments } from './contact-segments';

const helper = createColumnHelper<typeof features, ListedContact>();
/** Hides a column on narrow screens, where the name cell contains all fields. */
const wide = 'hidden lg:table-cell';
const wider = 'hidden xl:table-cell';

const alphabetical = ['A to Z', 'Z to A'] as const;
const chronological = ['oldest first', 'newest first'] as const;
const numerical = ['0 to 9', '9 to 0'] as const;
const byCount = ['fewest first', 'most first'] as const;

/** Columns of the contact table, of which the first is always shown. Ids of sortable columns are the API's `sort` values. */
export const contactColumns = helper.columns([
  helper.accessor(contactName, {
    id: 'name',
    // An email shown as the name takes the width of both columns.
    meta: {
      label: 'Name',
      orders: alphabetical,
      className: 'flex-9 has-[+.email-cell:empty:not([style])]:flex-20',
    },
    cell: ({ row }) => <NameCell contact={row.original} />,
  }),
  helper.accessor('email', {
    id: 'email',
    meta: {
      label: 'Email',
      orders: alphabetical,
      className: `email-cell flex-11 [th:not([style])+&:empty]:flex-none ${wide}`,
    },
    // Without a name, the name column shows the email.
    cell: ({ row: { original } }) =>
      contactName(original) === original.email ? null : <Text value={original.email} />,
  }),
  helper.accessor('phone', {
    id: 'phone',
    meta: { label: 'Phone', orders: numerical, className: `flex-none w-36 ${wide}` },
    cell: ({ row: { original } }) => {
      const phone = original.phone && formatPhone(original.phone);
      return contactName(original) === phone ? null : <Text value={phone} />;
    },
  }),
  ...propertyFields.map((name) =>
    helper.accessor(({ contact }) => contact[name], {
      id: name,
      meta: {
        label: contactFieldInfo[name].label,
        orders: alphabetical,
        className: `flex-5 ${wider}`,
      },
      cell: ({ getValue }) => <Text value={getValue()} />,
    }),
  ),
  helper.accessor('segments', {
    id: 'segments',
    sortDescFirst: true,
    meta: { label: 'Segments', orders: byCount, className: `flex-7 ${wide}` },
    cell: ({ getValue }) => <ContactSegments assignments={getValue()} />,
  }),
  ...(['updatedAt', 'createdAt'] as const).map((name) =>
    helper.accessor(name, {
      id: name,
      sortDescFirst: true,
      meta: {
        label: name === 'updatedAt' ? 'Updated' : 'Created',
        orders: chronological,
        className: `flex-none w-28 ${wide} text-muted`,
        ...(name === 'createdAt' && { hidden: true }),
      },
      cell: ({ getValue }) => <RelativeTime at={getValue()} />,
    }),
  ),
  helper.accessor('addedBy', {
    id: 'addedBy',
    // Who created a contact stands in the activity only: reading that of a million takes eight seconds.
    enableSorting: false,
    meta: { label: 'Added by', hidden: true, className: `flex-5 ${wide}` },
    cell: ({ row: { original } }) =>
      original.addedBy ? <ActorName actor={original.addedBy} name={original.addedBy.name} /> : null,
  }),
  helper.accessor(({ redemptions = [] }) => redemptions.map(({ code }) => code).join(', '), {
    id: 'redemptions',
    sortDescFirst: true,
    meta: { label: 'Referral codes', orders: chronological, hidden: true, className: `flex-5 ${wide}` },
    cell: ({ getValue }) => <Text value={getValue()} />,
  }),
  helper.accessor('lastNote', {
    id: 'lastNote',
    sortDescFirst: true,
    meta: { label: 'Last note', orders: chronological, hidden: true, className: `flex-9 ${wide}` },
    cell: ({ row: { original } }) => <Text value={original.lastNote?.text} />,
  }),
]);

/** Labels of the sort orders of columns: "Name, A to Z". */
export const contactOrders = (columns: Columns<ListedContact>): Record<string, string> =>
  Object.fromEntries(
    columns.flatMap(({ id, meta }) =>
      (meta?.orders ?? []).map((words, index) => [index ? `-${id}` : id, `${meta?.label}, ${words}`]),
    ),
  );

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
        <div className="flex flex-col gap-1 lg:hidden print:hidden">
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
