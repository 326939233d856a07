'use client';

import { ALPHABETICAL, BY_COUNT, CHRONOLOGICAL, type Column } from '@/components/data-table/columns';
import { contactLines, contactName } from '@/components/text/contact-name';
import { formatPhone } from '@/components/text/phone';
import { ActorName } from '@/components/ui/actor-name';
import { Avatar } from '@/components/ui/avatar';
import { cn } from '@/components/ui/cn';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { Skeleton } from '@/components/ui/skeleton';
import type { Contact, ListedContact } from '@/lib/contract/contact';
import { contactFieldInfo, propertyFields } from '@/lib/contract/contact-fields';
import type { Field, FieldType } from '@/lib/contract/field';
import { ChipLine, ContactSegments } from './contact-segments';
import { fieldValueWords, selectedOptions } from './field-words';

/** Hides a column on narrow screens, where the name cell contains all fields. */
const wide = 'hidden lg:table-cell';
const wider = 'hidden xl:table-cell';

/** Aligns numbers and their head at the right, where the head's icon would stand. */
const numeric = 'text-right tabular-nums [&>button]:flex-row-reverse';

/** Columns of the contact table, of which the first is always shown. Ids of sortable columns are the API's `sort` values. */
export const contactColumns: readonly Column<ListedContact>[] = [
  {
    id: 'name',
    label: 'Name',
    orders: ALPHABETICAL,
    // An email shown as the name takes the width of both columns.
    className: 'flex-20 has-[+.email-cell:empty:not([style])]:flex-47',
    cell: (contact) => <NameCell contact={contact} />,
    skeleton: (bar) => (
      <div className="flex items-center gap-2.5 py-1.5 lg:py-0">
        <Skeleton className="size-7! shrink-0 rounded-full!" />
        {/* On narrow screens as high as a name, an email and a line of chips. */}
        <div className="flex min-w-0 flex-1 flex-col gap-2 max-lg:pt-1 lg:[&>:nth-child(n+2)]:hidden">
          {bar}
          <Skeleton className="w-4/5" />
          <Skeleton className="h-5! w-28 rounded-full!" />
        </div>
      </div>
    ),
  },
  {
    id: 'email',
    label: 'Email',
    orders: ALPHABETICAL,
    className: `email-cell flex-27 [th:not([style])+&:empty]:flex-none ${wide}`,
    // Without a name, the name column shows the email.
    cell: (contact) => (contactName(contact) === contact.email ? null : <Text value={contact.email} />),
  },
  {
    id: 'phone',
    label: 'Phone',
    orders: ['0 to 9', '9 to 0'],
    className: `flex-none w-36 ${wide} tabular-nums`,
    cell: (contact) => {
      const phone = contact.phone && formatPhone(contact.phone);
      return contactName(contact) === phone ? null : <Text value={phone} />;
    },
  },
  ...propertyFields.map(
    (name): Column<ListedContact> => ({
      id: name,
      label: contactFieldInfo[name].label,
      orders: ALPHABETICAL,
      className: `flex-12 ${wider}`,
      cell: ({ contact }) => <Text value={contact[name]} />,
    }),
  ),
  {
    id: 'segments',
    label: 'Segments',
    orders: BY_COUNT,
    startsDescending: true,
    className: `flex-20 ${wide}`,
    cell: ({ segments, ruleSegments }) => <ContactSegments assignments={segments} byRule={ruleSegments} />,
  },
  {
    id: 'updatedAt',
    label: 'Updated',
    orders: CHRONOLOGICAL,
    startsDescending: true,
    className: `flex-none w-30 ${wide} text-muted`,
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
  },
  {
    id: 'createdAt',
    label: 'Created',
    orders: CHRONOLOGICAL,
    startsDescending: true,
    hidden: true,
    className: `flex-none w-30 ${wide} text-muted`,
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  {
    // Who created a contact stands in the activity only: reading that of a million takes eight seconds.
    id: 'addedBy',
    label: 'Added by',
    hidden: true,
    className: `flex-12 ${wide}`,
    cell: ({ addedBy }) => (addedBy ? <ActorName actor={addedBy} name={addedBy.name} /> : null),
  },
  {
    id: 'redemptions',
    label: 'Referral codes',
    orders: CHRONOLOGICAL,
    startsDescending: true,
    hidden: true,
    className: `flex-12 ${wide}`,
    cell: ({ redemptions = [] }) => <Text value={redemptions.map(({ code }) => code).join(', ')} />,
  },
  {
    id: 'lastNote',
    label: 'Last note',
    orders: CHRONOLOGICAL,
    startsDescending: true,
    hidden: true,
    className: `flex-20 ${wide}`,
    cell: ({ lastNote }) => <Text value={lastNote?.text} />,
  },
];

/** Words for the orders of own fields by type; none for several choices. */
const ownOrders: Partial<Record<FieldType, readonly [string, string]>> = {
  text: ALPHABETICAL,
  link: ALPHABETICAL,
  choice: ALPHABETICAL,
  boolean: ['No first', 'Yes first'],
  date: CHRONOLOGICAL,
  number: ['smallest first', 'largest first'],
};

/** The column of an own field, hidden by default; options are chips. */
export const toOwnColumn = (field: Field): Column<ListedContact> => ({
  id: `fields.${field.key}`,
  label: field.label,
  orders: ownOrders[field.type],
  hidden: true,
  className: cn('flex-12', wide, field.type === 'number' && numeric),
  cell: ({ fields: { [field.key]: value } = {} }) =>
    value === undefined ? null : field.options ? (
      <ChipLine segments={selectedOptions(field, value)} title={fieldValueWords(field, value)} />
    ) : (
      <Text value={fieldValueWords(field, value)} />
    ),
});

/** Labels of the sort orders of columns: "Name, A to Z". */
export const contactOrders = (columns: readonly Column<ListedContact>[]): Record<string, string> =>
  Object.fromEntries(
    columns.flatMap(({ id, label, orders = [] }) =>
      orders.map((words, index) => [index ? `-${id}` : id, `${label}, ${words}`]),
    ),
  );

/** Avatar and name; on narrow screens also email, phone and segments. */
function NameCell({ contact }: { contact: Contact }) {
  const name = contactName(contact);
  return (
    <div className="flex items-center gap-2.5 py-1.5 lg:py-0">
      <Avatar id={contact.id} name={name} />
      <div className={cn('min-w-0', contact.doNotContact ? 'max-lg:flex-1' : 'flex-1')}>
        <Link href={`/contacts/${contact.id}`} data-row-link dir="auto" title={name} className="row-link">
          {name}
        </Link>
        <div className="flex flex-col gap-1 lg:hidden print:hidden">
          {contact.doNotContact ? (
            <span className="my-1 w-fit rounded-sm bg-danger-soft px-1.5 text-xs font-medium text-danger">
              Do not contact
            </span>
          ) : null}
          {contactLines(contact).map((value) => (
            <span key={value} dir="auto" className="truncate text-left text-sm text-muted not-first:-mt-1">
              {value}
            </span>
          ))}
          <ContactSegments assignments={contact.segments} byRule={contact.ruleSegments} />
        </div>
      </div>
      {contact.doNotContact ? (
        <span
          role="img"
          aria-label="Do not contact"
          title="Do not contact"
          className="do-not-contact-mark -ml-1 max-lg:hidden"
        />
      ) : null}
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
