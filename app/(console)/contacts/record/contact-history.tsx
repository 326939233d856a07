import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { historyOptions } from '@/components/activity/activity-state';
import { toChanges, verbs } from '@/components/activity/activity-words';
import { ChangeList } from '@/components/activity/change-list';
import { notesOptions } from '@/components/contacts/contact-queries';
import { useCan } from '@/components/hooks/use-can';
import { useRead } from '@/components/hooks/use-read';
import { useSegments } from '@/components/segments/use-segments';
import { ActorName } from '@/components/ui/actor-name';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { PendingPart } from '@/components/ui/pending-part';
import { RelativeTime } from '@/components/ui/relative-time';
import { ShowEarlier } from '@/components/ui/show-earlier';
import type { Activity } from '@/lib/contract/activity';
import type { Contact } from '@/lib/contract/contact';
import type { Segment } from '@/lib/contract/segment';
import { useUndoMerge } from '../merge/use-undo-merge';
import { NoteCard, NoteForm } from './contact-notes';
import { type Loaded, toTimeline } from './timeline';

/** Activity and notes of a contact, back to its creation. */
export function ContactHistory({ contact: { id, createdAt } }: { contact: Contact }) {
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
              <HistoryEntry entry={item.entry} segments={segments} />
            )}
          </Item>
        ))}
        {/* Contacts older than the activity records have no entry for their creation. */}
        {missing || more || isCreated ? null : (
          <Item>
            <p className="text-sm">
              Created
              <span className="text-muted">
                {' · '}
                <RelativeTime at={createdAt} />
              </span>
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

const withChanges: Activity['action'][] = [
  'contact.created',
  'contact.updated',
  'contact.merged',
  'contact.note-deleted',
];

/** "created the contact", "added a note". */
const inHistory = (verb: string) =>
  verb.includes(' ') ? verb.replace(/ (of|about|into)$/, '') : `${verb} the contact`;

/** A change as a sentence, with its changed fields, and Undo for a merge. */
function HistoryEntry({ entry, segments }: { entry: Activity; segments: readonly Segment[] }) {
  const { action } = entry;
  const changes = withChanges.includes(action) ? toChanges(entry, segments) : [];
  return (
    <>
      <p className="text-sm">
        <span className="font-medium">
          <ActorName actor={entry.actor} name={entry.actor.name} />
        </span>{' '}
        {inHistory(verbs[action])}
        {action === 'segment.deleted' || action === 'segment.restored' ? (
          <>
            {' '}
            <bdi>{entry.subject}</bdi>
            {action === 'segment.deleted'
              ? ', which this contact was in'
              : ', which this contact is in again'}
          </>
        ) : null}
        {entry.import ? (
          <>
            {' by importing '}
            <Link href={`/import/${entry.import.id}`} dir="auto" className="underline">
              {entry.import.name}
            </Link>
          </>
        ) : null}
        <span className="text-muted">
          {' · '}
          <RelativeTime at={entry.at} />
        </span>
      </p>
      <ChangeList changes={changes} />
      {action === 'contact.merged' && entry.before ? <UndoMerge entry={entry} /> : null}
    </>
  );
}

/** Button that undoes a merge, unless it has been undone. */
function UndoMerge({ entry: { id, subjectId, after } }: { entry: Activity }) {
  const mayUndo = useCan('undoMerge');
  // After an undo, the id of the merged contact no longer leads here.
  const { data: merged } = useRead('getContact', { id: String(after?.merged) }, { enabled: mayUndo });
  const { undoMerge, isPending } = useUndoMerge();
  return merged?.data.id === subjectId ? (
    <Button size="sm" className="self-start" pending={isPending} onClick={() => undoMerge(id)}>
      Undo merge
    </Button>
  ) : null;
}
