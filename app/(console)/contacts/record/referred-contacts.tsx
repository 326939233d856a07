import { redeemedBy } from '@/app/(console)/referral-codes/code-state';
import { useRead } from '@/components/hooks/use-read';
import { contactName } from '@/components/text/contact-name';
import { formatCount, formatCountOf } from '@/components/text/format-count';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import type { ReferralCode } from '@/lib/contract/referral-code';

/** Most codes, and most contacts of each code, that are shown. */
const MOST = 5;

const linkClasses = 'text-accent underline-offset-2 hover:underline';

/** Contacts referred by this contact's first `MOST` codes, if any. */
export function ReferredContacts({ id }: { id: string }) {
  const { data: codes = [] } = useRead('listReferralCodes', { query: { referrerId: id } });
  if (codes.length === 0) return null;
  return (
    <section className="flex flex-col gap-1">
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
        <code dir="auto" className="min-w-0 truncate font-mono">
          {code}
        </code>
        {redemptionCount > 0 ? (
          <Link
            href={redeemedBy(code)}
            aria-label={`${formatCountOf(redemptionCount, 'contact')} by ${code}`}
            className={`shrink-0 leading-6 ${linkClasses}`}
          >
            {formatCountOf(redemptionCount, 'contact')}
          </Link>
        ) : (
          <span className="shrink-0 text-muted">Not redeemed yet</span>
        )}
      </p>
      <ul aria-label={`Latest by ${code}`}>
        {page?.data.slice(0, MOST).map(({ contact, redeemedAt }) => (
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
    </>
  );
}
