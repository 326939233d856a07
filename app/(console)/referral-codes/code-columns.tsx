import { Copy, Ellipsis, Link2, Pencil, Power } from 'lucide-react';
import { ContactSegments } from '@/components/contacts/contact-segments';
import { ALPHABETICAL, BY_COUNT, CHRONOLOGICAL, type Column } from '@/components/data-table/columns';
import { useRead } from '@/components/hooks/use-read';
import { contactName } from '@/components/text/contact-name';
import { formatDay } from '@/components/text/days';
import { Badge } from '@/components/ui/badge';
import { copyText } from '@/components/ui/copy-text';
import { IconButton } from '@/components/ui/icon-button';
import { Link } from '@/components/ui/link';
import * as Menu from '@/components/ui/menu';
import { RelativeTime } from '@/components/ui/relative-time';
import type { ReferralCode } from '@/lib/contract/referral-code';
import { codeState, formatUses } from './code-state';

const linkClasses = 'text-accent underline-offset-2 hover:underline';

interface CodeActions {
  onEdit(code: ReferralCode): void;
  onTurn(code: ReferralCode): void;
}

/** Columns of the referral codes; if `mayEdit`, with a menu to edit a code and to turn it on or off. */
export const codeColumns = ({
  mayEdit,
  onEdit,
  onTurn,
}: CodeActions & { mayEdit: boolean }): Column<ReferralCode>[] => [
  {
    id: 'code',
    label: 'Code',
    orders: ALPHABETICAL,
    cell: (one) => (
      <div className="min-w-0 py-1.5">
        <Link
          href={`/referral-codes/${one.id}`}
          data-row-link
          dir="auto"
          title={one.code}
          className="row-link font-mono"
        >
          {one.code}
        </Link>
        {one.label ? (
          <p dir="auto" title={one.label} className="truncate text-sm font-normal text-muted">
            {one.label}
          </p>
        ) : null}
        <div className="pt-1 sm:hidden">
          <StateBadge code={one} />
        </div>
      </div>
    ),
  },
  {
    id: 'state',
    label: 'State',
    className: 'flex-none w-24 hidden sm:table-cell',
    cell: (one) => <StateBadge code={one} />,
  },
  {
    id: 'redemptionCount',
    label: 'Uses',
    orders: BY_COUNT,
    startsDescending: true,
    className: 'flex-none w-24 sm:w-28 tabular-nums',
    cell: (one) => (
      <>
        {formatUses(one)}
        {one.maxRedemptions === null ? <span className="text-muted"> no limit</span> : null}
      </>
    ),
  },
  {
    id: 'expiresAt',
    label: 'Expires',
    orders: ['soonest first', 'latest first'],
    className: 'flex-none w-32 hidden md:table-cell text-muted',
    cell: ({ expiresAt }) => <ExpiryDay at={expiresAt} />,
  },
  {
    id: 'segmentIds',
    label: 'Segments',
    className: 'flex-none w-44 hidden lg:table-cell',
    cell: (one) => (
      <ContactSegments
        assignments={one.segmentIds.map((segmentId) => ({ segmentId, assignedAt: one.createdAt }))}
      />
    ),
  },
  {
    id: 'referrerId',
    label: 'Referrer',
    className: 'flex-none w-36 hidden lg:table-cell',
    cell: (one) => one.referrerId && <ReferrerLink id={one.referrerId} />,
  },
  {
    id: 'createdAt',
    label: 'Created',
    orders: CHRONOLOGICAL,
    startsDescending: true,
    className: 'flex-none w-28 hidden xl:table-cell text-muted',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  {
    id: 'actions',
    labelHidden: true,
    label: 'Actions',
    className: `flex-none text-right! ${mayEdit ? 'w-24' : 'w-16'}`,
    cell: (one) => (
      <>
        <IconButton
          icon={Copy}
          label={`Copy ${one.code}`}
          title="Copy"
          onClick={() => void copyText(one.code)}
        />
        {mayEdit ? <CodeMenu code={one} onEdit={onEdit} onTurn={onTurn} /> : null}
      </>
    ),
  },
];

/** Menu to edit a code, to turn it on or off, and to copy the address of its page. */
export const CodeMenu = ({ code: one, onEdit, onTurn }: CodeActions & { code: ReferralCode }) => (
  <Menu.Root>
    <Menu.Trigger render={<IconButton icon={Ellipsis} label={`Actions for ${one.code}`} title="Actions" />} />
    <Menu.Popup align="end">
      <Menu.Item onClick={() => onEdit(one)}>
        <Pencil aria-hidden /> Edit
      </Menu.Item>
      <Menu.Item onClick={() => onTurn(one)}>
        <Power aria-hidden /> Turn {one.active ? 'off' : 'on'}
      </Menu.Item>
      <Menu.Item
        onClick={() =>
          void copyText(new URL(`/referral-codes/${one.id}`, window.location.href).href, 'the link')
        }
      >
        <Link2 aria-hidden /> Copy link
      </Menu.Item>
    </Menu.Popup>
  </Menu.Root>
);

const tones = { Active: 'success', 'Used up': 'neutral', Expired: 'warning', Off: 'neutral' } as const;

/** Whether the code can be redeemed, or why not. */
export function StateBadge({ code }: { code: ReferralCode }) {
  const state = codeState(code);
  return <Badge tone={tones[state]}>{state}</Badge>;
}

/** The day on which a code expires, in UTC, with its time as tooltip; nothing if it never does. */
export function ExpiryDay({ at }: { at: string | null }) {
  return at ? (
    <time dateTime={at} title={at.replace('T', ' ').replace(/:\d\d\.\d+Z$/, ' UTC')}>
      {formatDay(at)}
    </time>
  ) : null;
}

/** Link to the contact who owns a code, read by id; "Deleted contact" if that fails. */
export function ReferrerLink({ id }: { id: string }) {
  const { data, error } = useRead('getContact', { id }, { staleTime: 300_000 });
  if (error) return <span className="text-muted">Deleted contact</span>;
  return (
    <Link href={`/contacts/${id}`} dir="auto" className={`block min-h-6 truncate leading-6 ${linkClasses}`}>
      {data ? contactName(data.data) : 'Contact'}
    </Link>
  );
}
