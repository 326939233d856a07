import { useRead } from '@/components/hooks/use-read';
import { contactName } from '@/components/text/contact-name';
import { formatCount, formatCountOf } from '@/components/text/format-count';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import type { CodeRedemption, ReferralCode } from '@/lib/contract/referral-code';

/** Most codes, and most contacts of each code, that are shown. */
const MOST = 5;

const linkClasses = 'text-accent underline-offset-2 hover:underline';

/** Contacts referred by this contact's first `MOST` codes, if any. */
export function ReferredContacts({ id }: { id: string }) {
  const { data: codes = [] } = useRead('listReferralCodes', { query: { referrerId: id } });
  if (codes.length === 0) return null;
  return (
    <section className="mt-3.5 flex flex-col gap-1">
      <h2 className="text-sm font-medium">Referred contacts</h2>
      <ul className="flex flex-col gap-2">
        {codes.slice(0, MOST).map((code) => (
          <li key={code.id}>
            <ReferredByCode code={code} />
          </li>
        ))}
      </ul>
      {codes.length > MOST ? (
        <Link href="/referral-codes" className={`min-h-6 text-sm ${linkClasses}`}>
          {formatCount(codes.length - MOST)} more codes
        </Link>
      ) : null}
    </section>
  );
}

/** A code with the number of contacts who redeemed it, and the latest of them. */
function ReferredByCode({ code: { id, code, redemptionCount } }: { code: ReferralCode }) {
  const { data: page } = useRead('listCodeRedemptions', { id }, { enabled: redemptionCount > 0 });
  return (
    <>
      <p className="flex min-h-8 items-center justify-between gap-3 text-sm">
        <CodeLink id={id} code={code} />
        <span className="shrink-0 text-muted">
          {redemptionCount > 0 ? formatCountOf(redemptionCount, 'contact') : 'Not redeemed yet'}
        </span>
      </p>
      <RedemptionList label={`Latest by ${code}`} redemptions={page?.data.slice(0, MOST)} />
    </>
  );
}

/** Link to the page of a code. */
export const CodeLink = ({ id, code }: Pick<ReferralCode, 'id' | 'code'>) => (
  <Link
    href={`/referral-codes/${id}`}
    dir="auto"
    className={`min-w-0 truncate py-0.5 font-mono ${linkClasses}`}
  >
    {code}
  </Link>
);

interface RedemptionListProps {
  /** Accessible name. */
  label: string;
  redemptions: CodeRedemption[] | undefined;
}

/** Who redeemed a code, and when. */
export const RedemptionList = ({ label, redemptions }: RedemptionListProps) => (
  <ul aria-label={label}>
    {redemptions?.map(({ contact, redeemedAt }) => (
      <li key={contact.id} className="flex min-h-8 items-center justify-between gap-3 text-sm">
        <Link href={`/contacts/${contact.id}`} dir="auto" className={`truncate leading-6 ${linkClasses}`}>
          {contactName(contact)}
        </Link>
        <span className="shrink-0 text-muted">
          <RelativeTime at={redeemedAt} />
        </span>
      </li>
    ))}
  </ul>
);
