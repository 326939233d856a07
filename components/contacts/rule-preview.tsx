import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { Fragment } from 'react';
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

/** "38 join, 412 leave", to open the first names of each as links, or why the rule cannot be saved. */
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
  const moved = [
    { ...joins, label: 'Joining', words: formatCountOf(joins.count, 'joins', 'join') },
    { ...leaves, label: 'Leaving', words: formatCountOf(leaves.count, 'leaves', 'leave') },
  ].filter(({ count }) => count > 0);
  if (moved.length === 0) return <p role="status">Nobody joins or leaves.</p>;
  return (
    <details open={open} className="group min-w-0 text-sm">
      <summary className="flex w-fit cursor-pointer items-center gap-1 font-medium marker:content-none hover:underline">
        <span role="status">{moved.map(({ words }) => words).join(', ')}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <dl className="grid max-h-48 grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5 overflow-y-auto py-1.5">
        {moved.map(({ label, count, contacts }) => (
          <Fragment key={label}>
            <dt className="text-muted">{label}</dt>
            <dd>
              <ul className="flex flex-wrap gap-x-3 gap-y-0.5">
                {contacts.map(({ id, name }) => (
                  <li key={id} className="min-w-0">
                    <Link
                      href={`/contacts/${id}`}
                      className="wrap-anywhere underline-offset-2 hover:underline"
                    >
                      <bdi>{name}</bdi>
                    </Link>
                  </li>
                ))}
                {count > contacts.length ? (
                  <li className="text-muted">and {formatCount(count - contacts.length)} more</li>
                ) : null}
              </ul>
            </dd>
          </Fragment>
        ))}
      </dl>
    </details>
  );
}
