import { History, ListFilter, Pencil } from 'lucide-react';
import { lazy, useState } from 'react';
import { useSegmentsById } from '@/components/contacts/contact-segments';
import { useFieldsByName } from '@/components/contacts/own-fields';
import RuleProblem from '@/components/contacts/rule-problem';
import { editRuleHref, ruleWords } from '@/components/contacts/rule-words';
import { useMay } from '@/components/hooks/use-can';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { ButtonLink } from '@/components/ui/link';
import type { Segment } from '@/lib/contract/segment';

const RuleVersions = lazy(() => import('./rule-versions').catch(chunkLoadFailed));

/** The rule of a segment in words, to edit, or to restore a former version of. */
export default function SegmentRule({ segment }: { segment: Segment }) {
  const may = useMay();
  const segments = useSegmentsById();
  const fields = useFieldsByName();
  const [open, setOpen] = useState(false);
  if (!segment.rule) return null;
  return (
    <>
      <section
        aria-label="Rule"
        className="-mt-1 flex flex-wrap items-center gap-2 px-4 pb-3 text-sm md:-mt-3 md:px-6 md:pb-5"
      >
        <Badge tone="accent">
          <ListFilter aria-hidden className="size-3" /> By rule
        </Badge>
        <ul className="contents">
          {ruleWords(segment.rule, segments, fields).map((words) => (
            <li
              key={words}
              dir="auto"
              className="min-w-0 rounded-md border border-line bg-raised px-2 py-0.5 wrap-anywhere"
            >
              {words}
            </li>
          ))}
        </ul>
        {may('updateSegment', 'previewSegmentRule') ? (
          <ButtonLink size="sm" variant="ghost" href={editRuleHref(segment)}>
            <Pencil aria-hidden className="text-muted" /> Edit rule
          </ButtonLink>
        ) : null}
        {may('listActivity') ? (
          <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
            <History aria-hidden className="text-muted" /> Versions
          </Button>
        ) : null}
        {open ? <RuleVersions segment={segment} onClose={() => setOpen(false)} /> : null}
      </section>
      {segment.ruleProblem ? <RuleProblem segment={segment} /> : null}
    </>
  );
}
