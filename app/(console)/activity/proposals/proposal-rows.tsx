import { useInfiniteQuery } from '@tanstack/react-query';
import { toChanges } from '@/components/activity/activity-words';
import { ChangeList } from '@/components/activity/change-list';
import { useFieldsByName } from '@/components/contacts/own-fields';
import { useSegments } from '@/components/segments/use-segments';
import { formatPhone } from '@/components/text/phone';
import { Badge } from '@/components/ui/badge';
import { BreakableText } from '@/components/ui/breakable-text';
import { Checkbox } from '@/components/ui/checkbox';
import { cn } from '@/components/ui/cn';
import { Link } from '@/components/ui/link';
import { PendingLines } from '@/components/ui/pending-boundary';
import { ReadFailed } from '@/components/ui/read-failed';
import { SegmentChip } from '@/components/ui/segment-chip';
import { ShowEarlier } from '@/components/ui/show-earlier';
import type { Proposal, ProposalRow } from '@/lib/contract/proposal';
import { DifferentNames } from '../../contacts/merge/different-names';
import { findDifferentNames } from '../../contacts/merge/merge-choices';
import { rowsOptions } from './proposal-options';
import { outcomeTones, outcomeWords } from './proposal-words';

interface ProposalRowsProps {
  proposal: Proposal;
  leftOut: ReadonlySet<string>;
  /** Leaves a row out, or takes it in again. Absent if rows cannot be chosen. */
  onToggle: ((key: string) => void) | undefined;
}

/** What a proposal does, contact by contact. */
export function ProposalRows({ proposal, leftOut, onToggle }: ProposalRowsProps) {
  const pages = useInfiniteQuery(rowsOptions(proposal));
  if (!pages.data)
    return pages.error ? (
      <ReadFailed collectionName="The rows" error={pages.error} onRetry={() => pages.refetch()} />
    ) : (
      <PendingLines />
    );
  const rows = pages.data.pages.flatMap((page) => page.data);
  const isMerge = proposal.operation === 'mergeContacts';
  return (
    <div className="flex flex-col gap-4">
      {isMerge ? (
        <DifferentNames names={findDifferentNames(rows.filter(isNamed).map(({ name }) => name))} />
      ) : null}
      <ul aria-label="Contacts" className="border-t border-line [&>:last-child]:border-b-0">
        {rows.map((row) => (
          <RowItem
            key={row.key}
            row={row}
            mergedInto={row.outcome === 'merged' ? rows[0]?.name : undefined}
            isLeftOut={leftOut.has(row.key)}
            onToggle={onToggle && (() => onToggle(row.key))}
          />
        ))}
      </ul>
      <ShowEarlier pages={pages} label="Show more" />
    </div>
  );
}

/** Whether the name of a row is that of a person, and not an email or a phone. */
const isNamed = ({ name, email }: ProposalRow) => name !== email && /\p{L}/u.test(name);

const isWritten = ({ outcome, also }: ProposalRow) =>
  outcome === 'created' || outcome === 'updated' || outcome === 'deleted' || also.length > 0;

interface RowItemProps {
  row: ProposalRow;
  /** Name of the contact that this one is merged into. */
  mergedInto: string | undefined;
  isLeftOut: boolean;
  onToggle: (() => void) | undefined;
}

/** A contact with its old and new values. */
function RowItem({ row, mergedInto, isLeftOut, onToggle }: RowItemProps) {
  const { contactId, name, email, outcome, changes, segmentsAdded, segmentsRemoved, also, problems } = row;
  const fields = useFieldsByName();
  const { data: segments = [] } = useSegments();
  const shown = formatPhone(name) || 'Contact deleted forever';
  const badge = isLeftOut ? 'Left out' : outcomeWords[outcome];
  const both = {
    before: Object.fromEntries(changes.map(({ field, before }) => [field, before])),
    after: Object.fromEntries(changes.map(({ field, after }) => [field, after])),
  };
  const chip = (title: string) => {
    const segment = segments.find((one) => one.title === title);
    return <SegmentChip key={title} title={title} color={segment?.color ?? null} />;
  };
  return (
    <li
      className={cn(
        'grid min-h-10 gap-x-3 gap-y-1 border-b border-line py-2 text-sm',
        onToggle
          ? 'grid-cols-[1.5rem_minmax(0,1fr)_auto] md:grid-cols-[1.5rem_minmax(0,2fr)_8rem_minmax(0,3fr)]'
          : 'grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[minmax(0,2fr)_8rem_minmax(0,3fr)]',
      )}
    >
      {onToggle ? (
        <span>
          {isWritten(row) ? (
            <Checkbox checked={!isLeftOut} onChange={onToggle} aria-label={`Change ${shown}`} />
          ) : null}
        </span>
      ) : null}
      <div className="min-w-0">
        <p dir="auto" className="line-clamp-2 text-left! font-medium wrap-anywhere">
          {contactId ? (
            <Link href={`/contacts/${contactId}`} className="hover:underline">
              <BreakableText text={shown} />
            </Link>
          ) : (
            <BreakableText text={shown} />
          )}
        </p>
        {email && email !== name && outcome !== 'created' ? (
          <p className="text-muted wrap-anywhere">
            <BreakableText text={email} />
          </p>
        ) : null}
      </div>
      <div>{badge ? <Badge tone={isLeftOut ? undefined : outcomeTones[outcome]}>{badge}</Badge> : null}</div>
      <div
        className={cn(
          'col-span-2 flex min-w-0 flex-col gap-1 md:col-span-1 md:col-start-auto',
          onToggle && 'col-start-2',
        )}
      >
        <ChangeList changes={toChanges(both, segments, fields)} />
        {mergedInto ? (
          <p className="wrap-anywhere">
            <span className="text-muted">Merged into</span> <bdi>{formatPhone(mergedInto)}</bdi>
          </p>
        ) : null}
        {segmentsAdded.length > 0 ? (
          <p className="flex flex-wrap items-center gap-1">
            <span className="text-muted">Adds</span> {segmentsAdded.map(chip)}
          </p>
        ) : null}
        {segmentsRemoved.length > 0 ? (
          <p className="flex flex-wrap items-center gap-1">
            <span className="text-muted">Removes</span> {segmentsRemoved.map(chip)}
          </p>
        ) : null}
        {also.map((words) => (
          <p key={words} dir="auto" className="line-clamp-2 text-left! whitespace-pre-line wrap-anywhere">
            {words}
          </p>
        ))}
        {problems.map((problem) => (
          <p key={problem} className="text-warning wrap-anywhere">
            {problem}
          </p>
        ))}
      </div>
    </li>
  );
}
