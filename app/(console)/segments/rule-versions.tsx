import { useState } from 'react';
import { useSegmentsById } from '@/components/contacts/contact-segments';
import { useFieldsByName } from '@/components/contacts/own-fields';
import { ruleWords } from '@/components/contacts/rule-words';
import { useMay } from '@/components/hooks/use-can';
import { useRead } from '@/components/hooks/use-read';
import { ActorName } from '@/components/ui/actor-name';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { Dialog } from '@/components/ui/dialog';
import { PendingPart } from '@/components/ui/pending-part';
import { RelativeTime } from '@/components/ui/relative-time';
import type { SegmentRule } from '@/lib/contract/contact-filter';
import type { Segment } from '@/lib/contract/segment';
import ConvertDialog from './convert-dialog';
import RuleDialog from './rule-dialog';

/** The versions of a segment's rule from its activity, latest first, each with what it changed, and to restore. */
export default function RuleVersions({ segment, onClose }: { segment: Segment; onClose(): void }) {
  const list = useRead('listActivity', { query: { subjectId: segment.id, pageSize: '100' } });
  const mayUpdate = useMay()('updateSegment', 'previewSegmentRule');
  const segments = useSegmentsById();
  const fields = useFieldsByName();
  const [chosen, setChosen] = useState<{ rule: SegmentRule | null } | null>(null);
  const versions = list.data?.data
    .filter(({ action, before, after }) => action === 'segment.created' || before?.rule || after?.rule)
    .filter(({ action }) => action === 'segment.created' || action === 'segment.updated')
    .map(({ after, ...entry }) => {
      const rule = typeof after?.rule === 'string' ? (JSON.parse(after.rule) as SegmentRule) : null;
      return { ...entry, rule };
    });
  const toWords = (rule: SegmentRule) => ruleWords(rule, segments, fields);
  if (chosen?.rule) return <RuleDialog segment={segment} rule={chosen.rule} onClose={onClose} />;
  if (chosen) return <ConvertDialog segment={segment} onClose={onClose} />;
  return (
    <Dialog title={`Rule of ${segment.title}`} onClose={onClose}>
      <PendingPart query={list} className="h-20 w-full" />
      <ol aria-label="Versions">
        {versions?.map(({ id, at, actor, rule }, index) => {
          const former = versions[index + 1]?.rule;
          return (
            <li key={id} className="flex flex-col gap-1 border-b border-line py-2 text-sm last:border-0">
              <div className="flex min-h-8 items-center justify-between gap-3">
                <p className="min-w-0 text-muted">
                  <ActorName actor={actor} name={actor.name} /> · <RelativeTime at={at} />
                </p>
                {index === 0 ? (
                  <Badge tone="accent">Current</Badge>
                ) : mayUpdate ? (
                  <Button size="sm" onClick={() => setChosen({ rule })}>
                    Restore rule
                  </Button>
                ) : null}
              </div>
              {rule ? (
                <RuleDiff words={toWords(rule)} former={former ? toWords(former) : undefined} />
              ) : (
                <p>Manual</p>
              )}
            </li>
          );
        })}
      </ol>
    </Dialog>
  );
}

/** The conditions of a version, with what it added and removed. */
function RuleDiff({ words, former = words }: { words: string[]; former: string[] | undefined }) {
  const lines = [
    ...words.map((one) => ({ one, mark: former.includes(one) ? '' : '+' })),
    ...former.filter((one) => !words.includes(one)).map((one) => ({ one, mark: '−' })),
  ];
  return (
    <div className="flex flex-col gap-0.5">
      {lines.map(({ one, mark }) => (
        <p
          key={one}
          className={cn(
            'flex gap-1.5 rounded-sm px-1.5 wrap-anywhere',
            mark === '+' && 'bg-success-soft',
            mark === '−' && 'bg-danger-soft',
          )}
        >
          <span aria-hidden className={cn('w-2 shrink-0', mark === '+' ? 'text-success' : 'text-danger')}>
            {mark}
          </span>
          <span dir="auto" className="min-w-0">
            {mark ? <span className="sr-only">{mark === '+' ? 'Added: ' : 'Removed: '}</span> : null}
            {mark === '−' ? <del>{one}</del> : one}
          </span>
        </p>
      ))}
    </div>
  );
}
