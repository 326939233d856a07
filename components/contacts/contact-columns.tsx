'use client';

import { ALPHABETICAL, BY_COUNT, CHRONOLOGICAL, type Column } from '@/components/data-table/columns';
import { contactName } from '@/components/text/contact-name';
import { formatPhone } from '@/components/text/phone';
import { ActorName } from '@/components/ui/actor-name';
import { Avatar } from '@/components/ui/avatar';
import { cn } from '@/components/ui/cn';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { Skeleton } from '@/components/ui/skeleton';
import { WebLink } from '@/components/ui/web-link';
import type { Contact, ListedContact } from '@/lib/contract/contact';
import { contactFieldInfo, propertyFields } from '@/lib/contract/contact-fields';
import type { Field, FieldType } from '@/lib/contract/field';
import { ChipLine, ContactSegments } from './contact-segments';
import { DoNotContactMark } from './do-not-contact-mark';
import { fieldValueWords, selectedOptions, withoutProtocol } from './field-words';

/** A column that is a line below the name on narrow screens, where there are no heads. */
const line = 'line-cell';
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
      <div className="flex items-center gap-2.5">
        <Skeleton className="size-7! shrink-0 rounded-full!" />
        {bar}
      </div>
    ),
  },
  {
    id: 'email',
    label: 'Email',
    orders: ALPHABETICAL,
    className: `email-cell flex-27 [th:not([style])+&:empty]:flex-none ${line}`,
    // Without a name, the name column shows the email.
    cell: (contact) =>
      contactName(contact) === contact.email ? null : <Address of={contact} value={contact.email} />,
  },
  {
    id: 'phone',
    label: 'Phone',
    orders: ['0 to 9', '9 to 0'],
    className: `phone-cell flex-none w-36 ${line} tabular-nums`,
    cell: (contact) => {
      const phone = contact.phone && formatPhone(contact.phone);
      return contactName(contact) === phone ? null : <Address of={contact} value={phone} />;
    },
  },
  ...propertyFields.map(
    (name): Column<ListedContact> => ({
      id: name,
      label: contactFieldInfo[name].label,
      orders: ALPHABETICAL,
      className: `${name === 'jobtitle' ? 'flex-17' : 'flex-14'} ${wider}`,
      cell: ({ contact }) => <Text value={contact[name]} />,
    }),
  ),
  {
    id: 'segments',
    label: 'Segments',
    orders: BY_COUNT,
    startsDescending: true,
    className: `flex-20 ${line}`,
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

/** Shares of the width of own fields by type. */
const ownWidths: Partial<Record<FieldType, string>> = {
  boolean: 'flex-8',
  date: 'flex-11',
  number: 'flex-13',
  choice: 'flex-12',
  choices: 'flex-20',
  link: 'flex-18',
};

/** The column of an own field, hidden by default; options are chips. */
export const toOwnColumn = (field: Field): Column<ListedContact> => ({
  id: `fields.${field.key}`,
  label: field.label,
  orders: ownOrders[field.type],
  hidden: true,
  className: cn(ownWidths[field.type] ?? 'flex-14', wide, field.type === 'number' && numeric),
  cell: ({ fields: { [field.key]: value } = {} }) =>
    value === undefined ? null : field.options ? (
      <ChipLine segments={selectedOptions(field, value)} title={fieldValueWords(field, value)} />
    ) : field.type === 'link' ? (
      <WebLink
        href={String(value)}
        title={String(value)}
        className="block truncate rounded-sm underline decoration-line underline-offset-2 hover:decoration-current focus-visible:-outline-offset-1"
      >
        {withoutProtocol(String(value))}
      </WebLink>
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

/** Avatar and name, with the mark of somebody who must not be contacted. */
function NameCell({ contact }: { contact: Contact }) {
  const name = contactName(contact);
  return (
    <div className="flex items-center gap-2.5">
      <Avatar id={contact.id} name={name} />
      <Link
        href={`/contacts/${contact.id}`}
        data-row-link
        dir="auto"
        title={name}
        className={cn('row-link', contact.doNotContact && 'flex-initial')}
      >
        {name}
      </Link>
      <DoNotContactMark contact={contact} className="-ml-1 max-lg:hidden" />
      {contact.doNotContact ? (
        <span className="shrink-0 rounded-sm bg-danger-soft px-1.5 text-xs/5 font-medium text-danger lg:hidden print:hidden">
          Do not contact
        </span>
      ) : null}
    </div>
  );
}

/** An email or phone, fainter if it must not be used. */
const Address = ({ of: { doNotContact }, value }: { of: Contact; value: string | null }) =>
  doNotContact && value ? (
    <div className="text-muted">
      <Text value={value} />
    </div>
  ) : (
    <Text value={value} />
  );

/** Truncates text at its end, also right-to-left text. */
function Text({ value }: { value: string | null | undefined }) {
  return value ? (
    <span dir="auto" title={value} className="block truncate">
      {value}
    </span>
  ) : null;
}
