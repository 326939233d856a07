import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { historyOptions } from '@/components/activity/activity-state';
import { ChangeList } from '@/components/activity/change-list';
import { notesOptions } from '@/components/contacts/contact-queries';
import { useFieldsByName } from '@/components/contacts/own-fields';
import { useCan } from '@/components/hooks/use-can';
import { useSegments } from '@/components/segments/use-segments';
import { contactName } from '@/components/text/contact-name';
import { ActorName } from '@/components/ui/actor-name';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { Link } from '@/components/ui/link';
import { PendingPart } from '@/components/ui/pending-part';
import { AfterDot, RelativeTime } from '@/components/ui/relative-time';
import { SegmentDot } from '@/components/ui/segment-chip';
import { ShowEarlier } from '@/components/ui/show-earlier';
import type { Activity } from '@/lib/contract/activity';
import type { Contact } from '@/lib/contract/contact';
import type { Segment } from '@/lib/contract/segment';
import { useIsMerged, useUndoMerge } from '../merge/use-undo-merge';
import { NoteCard, NoteForm } from './contact-notes';
import { type Part, toHistorySentence } from './history-words';
import { type Loaded, toTimeline } from './timeline';

/** Activity and notes of a contact, back to its creation. */
export function ContactHistory({ contact }: { contact: Contact }) {
  const { id, createdAt } = contact;
  const name = contact.contact.firstname || contactName(contact);
  const hasNotes = useCan('listNotes');
  const mayWrite = useCan('createNote');
  const history = useInfiniteQuery(historyOptions(id));
  const notes = useInfiniteQuery({ ...notesOptions(id), enabled: hasNotes });
  const { data: segments = [] } = useSegments();
  const wanted = hasNotes ? [history, notes] : [history];
  const missing =
    wanted.find(({ data, error }) => error && !data) ?? wanted.find(({ isPending }) => isPending);
  const more = [history, notes].find(({ hasNextPage }) => hasNextPage);
  const items = toTimeline(toLoaded(history), toLoaded(notes));
  const last = items.at(-1);
  // Earlier merges are undone after later ones.
  const lastMerge = items.find((one) => 'entry' in one && !one.undo && one.entry.action === 'contact.merged');
  const isCreated = last && 'entry' in last && last.entry.action === 'contact.created';
  return (
    <section
      id="history"
      tabIndex={-1}
      aria-labelledby="history-title"
      className="flex min-w-0 scroll-mt-4 flex-col gap-2 outline-none"
    >
      <h2 id="history-title" className="text-sm font-medium">
        History
      </h2>
      {mayWrite ? <NoteForm contactId={id} /> : null}
      {missing ? <PendingPart query={missing} className="w-64" /> : null}
      <ol className="flex flex-col">
        {items.map((item) => (
          <Item key={item.id}>
            {'note' in item ? (
              <NoteCard note={item.note} />
            ) : (
              <HistoryEntry
                entry={item.entry}
                undo={item.undo}
                isLastMerge={item === lastMerge}
                // The history of a contact that was merged and is back has the merge, which is about the other one.
                name={
                  item.entry.action === 'contact.merged' && item.entry.subjectId !== id
                    ? (item.entry.subject ?? '')
                    : name
                }
                segments={segments}
              />
            )}
          </Item>
        ))}
        {/* Contacts older than the activity records have no entry for their creation. */}
        {missing || more || isCreated ? null : (
          <Item>
            <p className="text-sm">
              Added
              <AfterDot>
                <RelativeTime at={createdAt} />
              </AfterDot>
            </p>
          </Item>
        )}
      </ol>
      {more ? <ShowEarlier pages={more} size="sm" /> : null}
    </section>
  );
}

/** The items of the loaded pages, and whether there are more. */
const toLoaded = <T,>({
  data,
  hasNextPage,
}: UseInfiniteQueryResult<InfiniteData<{ data: T[] }>>): Loaded<T> => ({
  items: data?.pages.flatMap((page) => page.data) ?? [],
  hasMore: hasNextPage,
});

/** An item of the timeline, with its mark. */
function Item({ children }: { children: ReactNode }) {
  return (
    <li className="relative flex flex-col gap-1 border-l border-line py-2 pl-4">
      <span
        aria-hidden
        className="absolute top-4 -left-[3.5px] size-1.5 rounded-full bg-control forced-colors:bg-[CanvasText]"
      />
      {children}
    </li>
  );
}

interface EntryProps {
  entry: Activity;
  /** The entry that undid it. */
  undo: Activity | undefined;
  /** Whether it is the merge that can be undone. */
  isLastMerge: boolean;
  /** A short name of the contact. */
  name: string;
  segments: readonly Segment[];
}

/** A change as a sentence, with the changes that it does not name, and Undo for a merge; gray if it was undone. */
function HistoryEntry({ entry, undo, isLastMerge, name, segments }: EntryProps) {
  const { parts, changes } = toHistorySentence(entry, name, segments, useFieldsByName());
  const isSame = undo?.actor.id === entry.actor.id && undo?.actor.name === entry.actor.name;
  return (
    <>
      <p className={cn('sentence text-sm wrap-anywhere', undo && 'text-muted')}>
        <EntryActor entry={entry} /> {parts.map(toWords)}
        {entry.import ? (
          <>
            {' from '}
            <Link href={`/import/${entry.import.id}`} dir="auto" className="underline">
              {entry.import.name}
            </Link>
          </>
        ) : entry.action === 'contact.created' ? (
          ORIGINS[entry.actor.kind]
        ) : null}
        {undo ? <>, {isSame ? 'then' : <EntryActor entry={undo} />} undid it</> : null}
        <AfterDot>
          <RelativeTime at={(undo ?? entry).at} />
        </AfterDot>
      </p>
      {undo ? null : <ChangeList changes={changes} />}
      {isLastMerge && entry.before ? <UndoMerge entry={entry} /> : null}
    </>
  );
}

/** Where a contact came from that no import added. */
const ORIGINS: Record<Activity['actor']['kind'], string> = {
  staff: ' in the console',
  token: ' through the API',
  system: '',
};

const EntryActor = ({ entry: { actor } }: { entry: Activity }) => (
  <span className="font-medium">
    <ActorName actor={actor} name={actor.name} />
  </span>
);

const toWords = (part: Part, index: number): ReactNode => {
  if (typeof part === 'string') return part;
  if ('value' in part) return <bdi key={index}>{part.value}</bdi>;
  const { title, color } = part.segment;
  return (
    <span key={index} className="whitespace-nowrap">
      <SegmentDot color={color} className="mr-1 inline-block" />
      <bdi className="whitespace-normal">{title}</bdi>
    </span>
  );
};

/** Button that undoes a merge, unless it has been undone. */
function UndoMerge({ entry: { id, subjectId, after } }: { entry: Activity }) {
  const isMerged = useIsMerged(String(after?.merged), subjectId ?? '');
  const { mutate, isPending, isSuccess } = useUndoMerge();
  return isMerged && !isSuccess ? (
    <Button size="sm" className="self-start" pending={isPending} onClick={() => mutate([id])}>
      Undo merge
    </Button>
  ) : null;
}
