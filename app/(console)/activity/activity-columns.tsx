import { createColumnHelper } from '@tanstack/react-table';
import { ChevronDown } from 'lucide-react';
import { useQueryState } from 'nuqs';
import { useId, useState } from 'react';
import type { features } from '@/components/data-table/table-features';
import { ActorName } from '@/components/ui/actor-name';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Activity } from '@/lib/contract/activity';
import { ChangeList } from '../contacts/form/change-list';
import { useSegments } from '../segments/use-segments';
import { type ChangeInWords, toChanges, toSentence } from './activity-words';

const helper = createColumnHelper<typeof features, Activity>();

/** Cells, whose row may be expanded. */
const top = '[tbody_&]:self-baseline';

export const activityColumns = helper.columns([
  helper.accessor('at', {
    meta: { label: 'Time', className: `flex-none w-32 hidden md:table-cell ${top}` },
    cell: ({ getValue }) => (
      <span className="block py-2 leading-6 font-normal text-muted">
        <RelativeTime at={getValue()} />
      </span>
    ),
  }),
  helper.accessor('actor', {
    meta: { label: 'Who', className: `flex-none w-64 hidden md:table-cell ${top}` },
    cell: ({ row: { original } }) => (
      <div className="py-2">
        <Who entry={original} />
      </div>
    ),
  }),
  helper.display({
    id: 'what',
    meta: { label: 'What', className: `pr-4 max-md:pl-4 md:pr-6 ${top}` },
    cell: ({ row: { original } }) => <What entry={original} />,
  }),
]);

/** The actor, to filter by, and the import that they acted through. */
function Who({ entry: { actor, import: through } }: { entry: Activity }) {
  const [, setBy] = useQueryState('by', { history: 'push' });
  const { id, name } = actor;
  return (
    <>
      {id ? (
        <button
          type="button"
          dir="auto"
          className="block max-w-full min-h-6 truncate text-left underline-offset-2 hover:underline"
          onClick={() => void setBy(id)}
        >
          <ActorName actor={actor} name={name} />
        </button>
      ) : (
        <ActorName actor={actor} name={name} />
      )}
      {through ? (
        <Link
          href={`/import/${through.id}`}
          dir="auto"
          className="block min-h-6 truncate text-sm text-muted underline-offset-2 hover:underline"
        >
          Import {through.name}
        </Link>
      ) : null}
    </>
  );
}

function What({ entry }: { entry: Activity }) {
  const [open, setOpen] = useState(false);
  const details = useId();
  const { data: segments = [] } = useSegments();
  const changes = toChanges(entry, segments);
  const { verb, subject, change } = toSentence(entry, changes);
  const words = `${verb.charAt(0).toUpperCase()}${verb.slice(1)}`;
  return (
    <div className="py-1.5">
      <div className="flex items-start gap-2">
        <p className={cn('min-w-0 flex-1 py-0.5 wrap-anywhere whitespace-normal', !open && 'line-clamp-2')}>
          {words} {subject ? <Subject entry={entry} name={subject} /> : null}
          {change ? <Change change={change} /> : null}
        </p>
        {changes.length > 0 ? (
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Details: ${[words, subject].filter(Boolean).join(' ')}`}
            aria-expanded={open}
            aria-controls={details}
            onClick={() => setOpen(!open)}
          >
            <ChevronDown aria-hidden className={cn('text-muted', open && 'rotate-180')} />
          </Button>
        ) : null}
      </div>
      <div className="flex flex-wrap items-center gap-x-2 text-sm text-muted md:hidden">
        <RelativeTime at={entry.at} />
        <Who entry={entry} />
      </div>
      <div id={details} hidden={!open} className="pt-1 pb-2">
        {open ? <ChangeList changes={changes} /> : null}
      </div>
    </div>
  );
}

function Change({ change: { before, after } }: { change: ChangeInWords }) {
  return (
    <span className="text-muted">
      {': '}
      {before === null ? null : (
        <>
          <bdi>{before}</bdi>
          {' → '}
        </>
      )}
      {after === null ? 'empty' : <bdi>{after}</bdi>}
    </span>
  );
}

function Subject({ entry: { action, subject, subjectId }, name }: { entry: Activity; name: string }) {
  if (subject === null) return <span className="text-muted">({name})</span>;
  if (action.startsWith('contact.'))
    return (
      <Link href={`/contacts/${subjectId}`} className="font-medium underline-offset-2 hover:underline">
        <bdi>{name}</bdi>
      </Link>
    );
  return <bdi className="font-medium">{name}</bdi>;
}
