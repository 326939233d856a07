import { useRouter } from 'next/navigation';
import { createLoader } from 'nuqs/server';
import { useState } from 'react';
import { contactListParameters, toFilter } from '@/components/contacts/contact-list-state';
import { hasCondition, toRule } from '@/components/contacts/rule-words';
import { useMay } from '@/components/hooks/use-can';
import SegmentDialog from '@/components/segments/segment-dialog';
import { ChoiceTrack, TrackButton } from '@/components/ui/choice-track';
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
