import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { contactOptions } from '@/components/contacts/contact-queries';
import { useCan } from '@/components/hooks/use-can';
import { useSegments } from '@/components/segments/use-segments';
import { cn } from '@/components/ui/cn';
import { Popover, PopoverPopup, PopoverTitle, PopoverTrigger } from '@/components/ui/popover';
import { SegmentChip, SegmentDot } from '@/components/ui/segment-chip';
import type { Segment } from '@/lib/contract/segment';
import { Why } from './why';

const popup = 'flex max-h-[min(28rem,70vh)] w-80 max-w-full flex-col overflow-y-auto p-3';

/** The segments that a contact is in by their rules, each with why; and why it is not in the others. */
export default function RuleSegments({ id }: { id: string }) {
  const { data: segments = [] } = useSegments();
  const { data: current } = useQuery(contactOptions(id));
  const mayAsk = useCan('getMembership');
  const ids = current?.contact.ruleSegments ?? [];
  const byRule = segments.filter(({ rule }) => rule);
  const others = byRule.filter((segment) => !ids.includes(segment.id));
  return (
    <ul aria-label="Segments by rule" className="flex min-w-0 flex-wrap items-center gap-1 px-[11px] py-1">
      {byRule
        .filter((segment) => ids.includes(segment.id))
        .map((segment) => (
          <li key={segment.id} className="flex max-w-full">
            {mayAsk ? (
              <Popover>
                <PopoverTrigger
                  aria-label={`${segment.title}, by rule`}
                  title="Why?"
                  className="flex max-w-full cursor-pointer rounded-sm"
                >
                  <SegmentChip {...segment} className="h-6! max-w-full!" />
                </PopoverTrigger>
                <PopoverPopup aria-label={`Why in ${segment.title}`} className={popup}>
                  <Why contactId={id} segment={segment} />
                </PopoverPopup>
              </Popover>
            ) : (
              <SegmentChip {...segment} className="h-6! max-w-full!" />
            )}
          </li>
        ))}
      {mayAsk && others.length > 0 ? (
        <li>
          <Popover>
            <PopoverTrigger className="min-h-6 text-sm text-muted hover:text-ink hover:underline">
              Why not in…?
            </PopoverTrigger>
            <PopoverPopup className={popup}>
              <PopoverTitle className="px-1.5 pb-1 text-sm font-medium">Why not in…?</PopoverTitle>
              <WhyNot contactId={id} segments={others} />
            </PopoverPopup>
          </Popover>
        </li>
      ) : null}
    </ul>
  );
}

/** Segments to ask about, with the answer below the one that was chosen. */
function WhyNot({ contactId, segments }: { contactId: string; segments: readonly Segment[] }) {
  const [chosen, setChosen] = useState(segments.length === 1 ? segments[0]?.id : undefined);
  return (
    <ul className="flex flex-col gap-0.5">
      {segments.map((segment) => (
        <li key={segment.id}>
          <button
            type="button"
            aria-expanded={segment.id === chosen}
            onClick={() => setChosen((last) => (last === segment.id ? undefined : segment.id))}
            className="flex min-h-8 w-full items-center gap-2 rounded-md px-1.5 text-left text-sm hover:bg-hover"
          >
            <SegmentDot color={segment.color} />
            <span dir="auto" className="min-w-0 flex-1 truncate text-left">
              {segment.title}
            </span>
            <ChevronDown
              aria-hidden
              className={cn('size-4 shrink-0 text-muted', segment.id !== chosen && '-rotate-90')}
            />
          </button>
          {segment.id === chosen ? (
            <div className="px-1.5 pt-1 pb-2">
              <Why contactId={contactId} segment={segment} />
            </div>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
