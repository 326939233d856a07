import type { ChangeInWords } from '@/components/activity/activity-words';
import { Link } from '@/components/ui/link';
import type { Activity } from '@/lib/contract/activity';

/** ": Acme → Globex"; ": Globex" without an old value, ": Acme → empty" without a new one; " · days passed" without a label. */
export function ChangeWords({ change: { label, before, after } }: { change: ChangeInWords }) {
  return (
    <span className="text-muted">
      {label ? ': ' : ' · '}
      {before === null ? null : (
        <>
          <bdi>{before}</bdi>
          {' → '}
        </>
      )}
      {after === null ? 'empty' : <bdi>{after}</bdi>}
    </span>
  );
}

/** Path of the pages of what activity links to, by the beginning of its action. */
const pages: Record<string, string> = {
  contact: '/contacts',
  'referral-code': '/referral-codes',
  proposal: '/activity/proposals',
};

/** Name of what was changed: a link for contacts, codes and proposals, muted if it was deleted forever. */
export function SubjectLink({
  entry: { action, subject, subjectId },
  name,
}: {
  entry: Activity;
  name: string;
}) {
  if (subject === null) return <span className="text-muted">({name})</span>;
  const page = pages[action.split('.')[0] ?? ''];
  if (page)
    return (
      <Link href={`${page}/${subjectId}`} className="font-medium underline-offset-2 hover:underline">
        <bdi>{name}</bdi>
      </Link>
    );
  return <bdi className="font-medium">{name}</bdi>;
}
