import { type RefObject, useLayoutEffect, useRef } from 'react';
import { CheckOption, SegmentChecklist } from '@/components/pickers/segment-checklist';
import { byRuleWords } from '@/components/text/by-rule-words';
import { formatCount } from '@/components/text/format-count';
import { Link } from '@/components/ui/link';
import { Skeleton } from '@/components/ui/skeleton';
import type { Segment } from '@/lib/contract/segment';

interface Choice extends Pick<Segment, 'id' | 'title' | 'color' | 'rule'> {
  count: number;
  change: SegmentChange | undefined;
}

interface SegmentChoicesProps {
  choices: readonly Choice[];
  total: number;
  loading: boolean;
  onChoose(id: string, change: SegmentChange | undefined): void;
  /** Present if the person may create segments. */
  onCreate?(title: string): void;
  /** Receives the element to focus first. */
  focusRef: RefObject<HTMLElement | null>;
}

/** Minimum height of the list in rows. */
const FEWEST = 3;

/** Checkboxes for all segments, each with the number of selected contacts in it and the chosen change. */
export function SegmentChoices(props: SegmentChoicesProps) {
  const { choices, total, loading, onChoose, onCreate, focusRef } = props;
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    focusRef.current = ref.current?.querySelector<HTMLElement>('input:enabled') ?? ref.current;
  }, [focusRef]);

  if (choices.length === 0 && !loading && !onCreate)
    return (
      <p className="text-muted">
        No segments yet.{' '}
        <Link href="/segments" className="font-medium text-ink underline underline-offset-2">
          Segments
        </Link>
      </p>
    );
  return (
    <SegmentChecklist
      ref={ref}
      label="Segments"
      segments={choices}
      busy={loading}
      onCreate={onCreate}
      // The height of the unfiltered list keeps the dialog's height while filtering.
      scroll={{
        className: '-mx-1.5',
        style: { height: `min(${Math.max(choices.length, FEWEST) * 2}rem, 21rem)` },
      }}
      option={({ id, title, color, rule, count, change }) => {
        const share = getShare(count, total);
        const amount = share === 'some' ? `${formatCount(count)} of ${formatCount(total)}` : share;
        return (
          <CheckOption
            key={id}
            label={title}
            color={color}
            rule={rule}
            checked={change ? change === 'add' : share === 'all'}
            mixed={!change && share === 'some'}
            disabled={loading || rule !== undefined}
            onChange={() => onChoose(id, nextChange(share, change))}
          >
            {rule ? (
              <span title={byRuleWords(title)} className="text-muted">
                By rule
              </span>
            ) : loading ? (
              <Skeleton className="w-12" />
            ) : (
              <span className="text-muted">
                {amount}
                {change ? ` → ${change === 'add' ? 'all' : 'none'}` : null}
              </span>
            )}
          </CheckOption>
        );
      }}
    />
  );
}

export type Share = 'all' | 'some' | 'none';
export type SegmentChange = 'add' | 'remove';

/** Whether the `count` contacts in a segment are all, some or none of `total`. */
export function getShare(count: number, total: number): Share {
  if (count === 0) return 'none';
  return count >= total ? 'all' : 'some';
}

/**
 * The change after the next press; `undefined` for none. Presses toggle a removal if all contacts are in the segment, an
 * addition if none are, and cycle through add, remove and unchanged if some are.
 */
export function nextChange(share: Share, change: SegmentChange | undefined): SegmentChange | undefined {
  if (!change) return share === 'all' ? 'remove' : 'add';
  return share === 'some' && change === 'add' ? 'remove' : undefined;
}

/** "Adds VIP to 31, removes Lead from 6.", or "No changes". `count`: contacts in the segment, of `total`. */
export function formatPreview(
  changes: readonly { title: string; change: SegmentChange; count: number }[],
  total: number,
): string {
  const parts = [...changes]
    .sort((one, other) => one.change.localeCompare(other.change))
    .map(({ title, change, count }) =>
      change === 'add'
        ? `adds ${title} to ${formatCount(total - count)}`
        : `removes ${title} from ${formatCount(count)}`,
    );
  const words = parts.join(', ');
  return words ? `${words.charAt(0).toUpperCase()}${words.slice(1)}.` : 'No changes';
}
