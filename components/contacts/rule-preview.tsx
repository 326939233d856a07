import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { CallError } from '@/components/hooks/call-error';
import { formatCount, formatCountOf } from '@/components/text/format-count';
import { ErrorText } from '@/components/ui/error-text';
import { Link } from '@/components/ui/link';
import { Skeleton } from '@/components/ui/skeleton';
import type { SegmentRulePreview } from '@/lib/contract/segment';

interface RulePreviewProps {
  query: UseQueryResult<SegmentRulePreview>;
  /** Whether the names are shown at once. */
  open?: boolean;
}

/** "38 join, 412 leave", each with the first names as links, or why the rule cannot be saved. */
export function RulePreview({ query: { data, error }, open = false }: RulePreviewProps) {
  if (error)
    return (
      <p role="alert" className="text-danger">
        {error instanceof CallError && error.details.length > 0 ? (
          <bdi>{error.details.map(({ message }) => message).join(' ')}</bdi>
        ) : (
          <ErrorText error={error} />
        )}
      </p>
    );
  if (!data) return <Skeleton className="h-5 w-32" />;
  const { joins, leaves } = data;
  return (
    <div role="status" className="flex min-w-0 flex-wrap gap-x-4 gap-y-1 text-sm">
      {joins.count + leaves.count === 0 ? 'Nobody joins or leaves.' : null}
      <Moved words={formatCountOf(joins.count, 'joins', 'join')} moved={joins} open={open} />
      <Moved words={formatCountOf(leaves.count, 'leaves', 'leave')} moved={leaves} open={open} />
    </div>
  );
}

interface MovedProps {
  words: string;
  moved: SegmentRulePreview['joins'];
  open: boolean;
}

function Moved({ words, moved: { count, contacts }, open }: MovedProps) {
  if (count === 0) return null;
  return (
    <details open={open} className="group min-w-0 open:w-full">
      <summary className="flex w-fit cursor-pointer items-center gap-1 font-medium marker:content-none hover:underline">
        {words}
        <ChevronDown aria-hidden className="size-4 text-muted group-open:rotate-180" />
      </summary>
      <ul className="flex max-h-40 flex-wrap gap-x-3 gap-y-0.5 overflow-y-auto py-1">
        {contacts.map(({ id, name }) => (
          <li key={id} className="min-w-0">
            <Link href={`/contacts/${id}`} className="wrap-anywhere underline underline-offset-2">
              <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
        {count > contacts.length ? (
          <li className="text-muted">and {formatCount(count - contacts.length)} more</li>
        ) : null}
      </ul>
    </details>
  );
}
