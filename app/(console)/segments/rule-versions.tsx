import { useState } from 'react';
import { useSegmentsById } from '@/components/contacts/contact-segments';
import { useFieldsByName } from '@/components/contacts/own-fields';
import { ruleChangeWords, ruleWords } from '@/components/contacts/rule-words';
import { useMay } from '@/components/hooks/use-can';
import { useRead } from '@/components/hooks/use-read';
import { ActorName } from '@/components/ui/actor-name';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { PendingPart } from '@/components/ui/pending-part';
import { RelativeTime } from '@/components/ui/relative-time';
import type { SegmentRule } from '@/lib/contract/contact-filter';
import type { Segment } from '@/lib/contract/segment';
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
  if (chosen) return <RuleDialog segment={segment} rule={chosen.rule} onClose={onClose} />;
  return (
    <Dialog title={`Rule of ${segment.title}`} onClose={onClose}>
      <PendingPart query={list} className="h-20 w-full" />
      <ol aria-label="Versions">
        {versions?.map(({ id, at, actor, rule }, index) => {
          const former = versions[index + 1]?.rule;
          return (
            <li key={id} className="flex items-start gap-3 border-b border-line py-2 text-sm last:border-0">
              <div className="min-w-0 flex-1">
                <p dir="auto" className="wrap-anywhere">
                  {!rule
                    ? 'By hand'
                    : former
                      ? ruleChangeWords(toWords(former), toWords(rule)) || toWords(rule).join(', ')
                      : toWords(rule).join(', ')}
                </p>
                <p className="text-muted">
                  <ActorName actor={actor} name={actor.name} /> · <RelativeTime at={at} />
                </p>
              </div>
              {index === 0 ? (
                <span className="text-muted">Current</span>
              ) : mayUpdate ? (
                <Button size="sm" onClick={() => setChosen({ rule })}>
                  Restore rule
                </Button>
              ) : null}
            </li>
          );
        })}
      </ol>
    </Dialog>
  );
}
