import { Bookmark } from 'lucide-react';
import { useContext } from 'react';
import { SegmentsById } from '@/components/contacts/contact-segments';
import { RuleMark, SegmentDot } from '@/components/ui/segment-chip';
import type { ContactFilter } from '@/lib/contract/contact-filter';
import { useShownView } from '../../views/shown-view';

/** What the list shows: the rule that it edits, the saved view, the one segment of the filter, or "Contacts". */
export function ListTitle({
  filter: { segmentId = [], segmentMatch, ...others },
  rule,
}: {
  filter: ContactFilter;
  /** Id of the segment whose rule is edited. */
  rule: string | null;
}) {
  const { view: shown } = useShownView();
  const view = rule ? undefined : shown;
  const segments = useContext(SegmentsById);
  const [id = '', another] = segmentId;
  const isOne = !another && !segmentMatch && Object.keys(others).length === 0;
  const segment = segments.get(rule ?? (isOne ? id : ''));
  const title = view ? view.title : segment?.title;
  if (!title) return 'Contacts';
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-2">
      {view ? (
        <Bookmark aria-hidden className="size-4.5 shrink-0 text-accent" />
      ) : (
        <SegmentDot color={segment?.color ?? null} className="size-3" />
      )}
      <span dir={rule ? 'ltr' : 'auto'} className="min-w-0 wrap-anywhere">
        {rule ? (
          <>
            Rule of <bdi>{title}</bdi>
          </>
        ) : (
          title
        )}
      </span>
      {!view && segment?.rule ? <RuleMark /> : null}
    </span>
  );
}
