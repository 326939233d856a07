import { ChevronDown, History, ListFilter, Pencil, TriangleAlert } from 'lucide-react';
import { lazy, useState } from 'react';
import { useSegmentsById } from '@/components/contacts/contact-segments';
import { useFieldsByName } from '@/components/contacts/own-fields';
import { conditionClasses, editRuleHref, ruleConditions } from '@/components/contacts/rule-words';
import { useMay } from '@/components/hooks/use-can';
import { useRead } from '@/components/hooks/use-read';
import { formatCountOf } from '@/components/text/format-count';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { cn } from '@/components/ui/cn';
import { ButtonLink } from '@/components/ui/link';
import type { Segment } from '@/lib/contract/segment';

const RuleVersions = lazy(() => import('./rule-versions').catch(chunkLoadFailed));

/** The rule of a segment in words, to edit, or to restore a former version of. */
export default function SegmentRule({ segment }: { segment: Segment }) {
  const may = useMay();
  const segments = useSegmentsById();
  const fields = useFieldsByName();
  const [open, setOpen] = useState(false);
  const [expanded, setExpanded] = useState(false);
  const isBroken = segment.ruleProblem !== undefined;
  const { data: deleted = [] } = useRead(
    'listDeletedSegments',
    {},
    { enabled: isBroken && may('restoreSegment') },
  );
  if (!segment.rule) return null;
  const titles = new Map<string, { title: string }>(segments);
  for (const { id, title } of deleted) titles.set(id, { title });
  const conditions = ruleConditions(segment.rule, segments, fields, titles);
  // On narrow screens, a long rule is folded.
  const folds = conditions.length > 2;
  const hiddenClasses = folds && !expanded && 'max-md:hidden';
  return (
    <section
      aria-label="Rule"
      className="-mt-1 flex flex-wrap items-center gap-2 px-4 pb-3 text-sm md:-mt-3 md:px-6 md:pb-5"
    >
      <span className={cn('inline-flex', folds && 'max-md:hidden')}>
        <Badge tone="accent">
          <ListFilter aria-hidden className="size-3" /> By rule
        </Badge>
      </span>
      {folds ? (
        <Button
          size="sm"
          variant="ghost"
          className="-ml-2 md:hidden"
          aria-expanded={expanded}
          onClick={() => setExpanded(!expanded)}
        >
          <ListFilter aria-hidden className="text-accent" /> By rule ·{' '}
          {formatCountOf(conditions.length, 'condition')}
          <ChevronDown aria-hidden className={cn('text-muted', expanded && 'rotate-180')} />
        </Button>
      ) : null}
      <ul className="contents">
        {conditions.map(({ words, gone }) => (
          <li
            key={words}
            dir="auto"
            className={cn(
              conditionClasses,
              isBroken && gone
                ? 'border-warning/40! bg-warning-soft'
                : ['border-line bg-raised', hiddenClasses],
            )}
          >
            {isBroken && gone ? (
              <TriangleAlert aria-hidden className="mr-1 inline size-3.5 text-warning" />
            ) : null}
            {words}
            {isBroken && gone ? <span className="font-medium text-warning"> · {gone}</span> : null}
          </li>
        ))}
      </ul>
      {may('updateSegment', 'previewSegmentRule') && !isBroken ? (
        <ButtonLink size="sm" variant="ghost" href={editRuleHref(segment)}>
          <Pencil aria-hidden className="text-muted" /> Edit rule
        </ButtonLink>
      ) : null}
      {may('listActivity') ? (
        <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
          <History aria-hidden className="text-muted" />
          <span className={cn(folds && 'max-md:sr-only')}>Versions</span>
        </Button>
      ) : null}
      {open ? <RuleVersions segment={segment} onClose={() => setOpen(false)} /> : null}
    </section>
  );
}
