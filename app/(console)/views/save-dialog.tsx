import { useRouter } from 'next/navigation';
import { createLoader } from 'nuqs/server';
import { useState } from 'react';
import { contactListParameters, toFilter } from '@/components/contacts/contact-list-state';
import { useSegmentsById } from '@/components/contacts/contact-segments';
import { useFieldsByName } from '@/components/contacts/own-fields';
import { conditionClasses, hasCondition, ruleWords, toRule } from '@/components/contacts/rule-words';
import { useMay } from '@/components/hooks/use-can';
import { useRead } from '@/components/hooks/use-read';
import SegmentDialog from '@/components/segments/segment-dialog';
import { formatTotal } from '@/components/text/format-count';
import { ChoiceTrack, TrackButton } from '@/components/ui/choice-track';
import { cn } from '@/components/ui/cn';
import ViewDialog from './view-dialog';

const loadState = createLoader(contactListParameters);

/** Saves a query of the contact list as a view, or its filter as a segment. */
export default function SaveDialog({ query, onClose }: { query: string; onClose(): void }) {
  const router = useRouter();
  const maySegment = useMay()('createSegment', 'previewSegmentRule');
  const [kind, setKind] = useState<'view' | 'segment'>('view');
  /** The name typed so far, for the other form. */
  const [title, setTitle] = useState('');
  const filter = toFilter(loadState(new URLSearchParams(query)));
  const rule = toRule(filter);
  const segments = useSegmentsById();
  const fields = useFieldsByName();
  const { data: matches } = useRead(
    'listContacts',
    { query: { ...filter, pageSize: '1' } },
    { enabled: kind === 'segment' },
  );
  const problem = filter.importId
    ? 'A rule cannot name an import, because it is known for 30 days only.'
    : hasCondition(rule)
      ? null
      : 'A rule needs a filter.';
  const kinds = [
    { name: 'view', label: 'View', words: 'Keeps filters, sort and columns.' },
    { name: 'segment', label: 'Segment by rule', words: 'People join and leave it by these filters.' },
  ] as const;
  const choice = maySegment ? (
    <div className="flex flex-col gap-1.5">
      <ChoiceTrack label="Save as">
        {kinds.map(({ name, label }) => (
          <TrackButton
            key={name}
            chosen={name === kind}
            disabled={name === 'segment' && problem !== null}
            onClick={({ currentTarget: { form } }) => {
              if (form) setTitle(String(new FormData(form).get('title') ?? ''));
              setKind(name);
            }}
          >
            {label}
          </TrackButton>
        ))}
      </ChoiceTrack>
      <p className="text-sm text-muted">{problem ?? kinds.find(({ name }) => name === kind)?.words}</p>
      {kind === 'segment' ? (
        <div className="flex flex-wrap items-center gap-1.5 pt-1 text-sm">
          <ul aria-label="Rule" className="contents">
            {ruleWords(rule, segments, fields).map((words) => (
              <li key={words} dir="auto" className={cn(conditionClasses, 'border-line bg-raised')}>
                {words}
              </li>
            ))}
          </ul>
          {matches ? (
            <span className="basis-full text-muted">
              {formatTotal(matches.meta)} {matches.meta.total === 1 ? 'person matches' : 'people match'} now
            </span>
          ) : null}
        </div>
      ) : null}
    </div>
  ) : null;
  return kind === 'view' ? (
    <ViewDialog view={{ query }} title={title} onClose={onClose}>
      {choice}
    </ViewDialog>
  ) : (
    <SegmentDialog
      title={title}
      rule={rule}
      onCreated={({ id }) => router.push(`/segments/${id}`)}
      onClose={onClose}
    >
      {choice}
    </SegmentDialog>
  );
}
