import {
  ArchiveRestore,
  Bot,
  Building2,
  Check,
  ChevronDown,
  Dot,
  Download,
  Inbox,
  KeyRound,
  ListPlus,
  LogIn,
  type LucideIcon,
  MailPlus,
  Merge,
  Pencil,
  ShieldAlert,
  StickyNote,
  Tags,
  Ticket,
  Trash2,
  Upload,
  UserCog,
  UserPlus,
  Webhook,
  X,
} from 'lucide-react';
import { createSerializer, useQueryStates } from 'nuqs';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { activityParameters, type GroupedActivity } from '@/components/activity/activity-state';
import { toChanges, toGroupWords, toSentence } from '@/components/activity/activity-words';
import { ChangeList } from '@/components/activity/change-list';
import { useFieldsByName } from '@/components/contacts/own-fields';
import { useSegments } from '@/components/segments/use-segments';
import { nameSome } from '@/components/text/contact-name';
import { ActorName, shortName } from '@/components/ui/actor-name';
import { cn } from '@/components/ui/cn';
import { IconButton } from '@/components/ui/icon-button';
import { Link } from '@/components/ui/link';
import { ClockTime } from '@/components/ui/relative-time';
import type { Activity } from '@/lib/contract/activity';
import { formatLine } from '../bulk-changes/bulk-messages';
import { ChangeWords, SubjectLink } from './activity-sentence';
import { GroupedEntries } from './grouped-entries';
import { UndoButton, useBulkChange } from './undo-button';

/** By action, else by subject. */
const icons: Record<string, LucideIcon> = {
  'contact.created': UserPlus,
  'contact.updated': Pencil,
  'contact.deleted': Trash2,
  'contact.restored': ArchiveRestore,
  'contact.merged': Merge,
  'contact.purged': Trash2,
  'contact.exported': Download,
  contact: StickyNote,
  segment: Tags,
  'referral-code': Ticket,
  field: ListPlus,
  token: KeyRound,
  webhook: Webhook,
  'person.invited': MailPlus,
  'person.signed-in': LogIn,
  'person.sign-in-failed': ShieldAlert,
  person: UserCog,
  organization: Building2,
  'proposal.approved': Check,
  'proposal.declined': X,
  proposal: Inbox,
  'list.read': Bot,
  list: Download,
};

const toSearch = createSerializer(activityParameters);

/** An entry: one change, or many folded into one. */
export function ActivityEntry({ entry, ...rest }: ComponentProps<typeof UndoButton>) {
  return isGrouped(entry) ? <GroupedEntry entry={entry} /> : <SingleEntry entry={entry} {...rest} />;
}

const isGrouped = (entry: Activity): entry is GroupedActivity => entry.folded !== undefined;

/** One change as a sentence, with its changed fields as details. */
function SingleEntry({ entry, undo }: ComponentProps<typeof UndoButton>) {
  const { data: segments = [] } = useSegments();
  const fields = useFieldsByName();
  const changes = toChanges(entry, segments, fields);
  const { verb, subject, change } = toSentence(entry, changes);
  return (
    <ActivityRow
      entry={entry}
      label={[verb, subject].filter(Boolean).join(' ')}
      details={changes.length > 0 ? <ChangeList changes={changes} /> : null}
      undo={<UndoButton entry={entry} undo={undo} />}
    >
      {verb} {subject ? <SubjectLink entry={entry} name={subject} /> : null}
      {change ? <ChangeWords change={change} /> : null}
      <ImportLink entry={entry} />
    </ActivityRow>
  );
}

/** Many changes as one line, "added VIP to 279 contacts", with the changes as its details and Undo. */
function GroupedEntry({ entry }: { entry: GroupedActivity }) {
  const { data: segments = [] } = useSegments();
  const fields = useFieldsByName();
  const change = useBulkChange(entry.folded.bulkChangeId);
  const isTold = change?.state === 'finished' && /^(segments|fieldType)$/.test(change.change.type);
  const told = isTold ? formatLine(change, segments, fields) : toGroupWords(entry);
  const words = told.charAt(0).toLowerCase() + told.slice(1);
  return (
    <ActivityRow
      entry={entry}
      label={words}
      details={<GroupedEntries entry={entry} />}
      undo={<UndoButton entry={entry} undo={undefined} />}
    >
      {words}
      <ImportLink entry={entry} />
    </ActivityRow>
  );
}

/** The sign-ins of a day, or what assistants have read, as one quiet line that opens them; none without entries. */
export function QuietLine({ entries }: { entries: readonly Activity[] }) {
  const [first] = entries;
  if (!first) return null;
  const isRead = first.action === 'list.read';
  const Icon = isRead ? Bot : LogIn;
  const names = [...new Set(entries.map(({ actor }) => shortName(actor.name)))];
  return (
    <li className="border-b border-line">
      <details className="group">
        <summary className="flex gap-3 px-4 py-2 text-sm/6 text-muted marker:content-none hover:text-ink md:px-6">
          <Icon aria-hidden className="mt-1 size-4 shrink-0" />
          <span className="min-w-0 flex-1 wrap-anywhere md:truncate">
            <bdi>{nameSome(names)}</bdi> {isRead ? 'read contacts' : 'signed in'}
            <span className="block md:hidden">
              <ClockTime at={first.at} />
            </span>
          </span>
          <span className="max-md:hidden">
            <ClockTime at={first.at} />
          </span>
          <ChevronDown aria-hidden className="mt-1 mr-1.5 ml-0.5 size-4 shrink-0 group-open:rotate-180" />
        </summary>
        <ol className="border-t border-line [&>:last-child]:border-b-0">
          {entries.map((entry) => (
            <ActivityEntry key={entry.id} entry={entry} undo={undefined} />
          ))}
        </ol>
      </details>
    </li>
  );
}

interface RowProps {
  entry: Activity;
  /** Accessible name of the details. */
  label: string;
  /** Shown while the entry is open; `null` without details. */
  details: ReactNode;
  undo: ReactNode;
  /** The sentence after the name of the actor. */
  children: ReactNode;
}

/** A line with icon, actor, sentence and time, and a button that opens the details. */
function ActivityRow({ entry, label, details, undo, children }: RowProps) {
  const { at, action, actor } = entry;
  const [open, setOpen] = useState(false);
  const id = useId();
  const [kind = ''] = action.split('.');
  const Icon = (entry.import && Upload) ?? icons[action] ?? icons[kind] ?? Dot;
  return (
    <li className="flex gap-x-3 border-b border-line px-4 py-1.5 md:px-6">
      <span className="flex h-7 w-4 shrink-0 items-center">
        <Icon aria-hidden className="size-4 text-muted" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-start gap-2">
          <p
            className={cn(
              'min-w-0 flex-1 py-0.5 text-sm/6 wrap-anywhere',
              !open && 'line-clamp-4 md:line-clamp-2',
            )}
          >
            {action === 'person.sign-in-failed' ? null : <ActorLink actor={actor} />} {children}
          </p>
          {undo}
          <span className="py-0.5 text-sm/6 whitespace-nowrap text-muted max-md:hidden">
            <ClockTime at={at} />
          </span>
          {details ? (
            <IconButton
              icon={ChevronDown}
              iconClassName={cn('text-muted', open && 'rotate-180')}
              size="icon-sm"
              label={`Details: ${label}`}
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setOpen(!open)}
            />
          ) : (
            <span className="w-7 shrink-0" />
          )}
        </div>
        {/* Apart from the sentence, which may be cut. */}
        <p className="pb-0.5 text-sm text-muted md:hidden">
          <ClockTime at={at} />
        </p>
        <div id={id} hidden={!open} className="pt-1 pb-2">
          {open ? details : null}
        </div>
      </div>
    </li>
  );
}

/** The actor; a press filters by them if they have an id. */
function ActorLink({ actor }: Pick<Activity, 'actor'>) {
  const [state] = useQueryStates(activityParameters);
  const { id, name } = actor;
  const shown = (
    <bdi>
      <ActorName actor={actor} name={name} />
    </bdi>
  );
  if (!id) return <span className="font-medium">{shown}</span>;
  return (
    <Link
      href={`/activity${toSearch({ ...state, by: id })}`}
      className="font-medium underline-offset-2 hover:underline"
    >
      {shown}
    </Link>
  );
}

/** Link to the import that made the change, if one did. */
function ImportLink({ entry: { import: through } }: { entry: Activity }) {
  return through ? (
    <span className="text-muted">
      {' · Import '}
      <Link href={`/import/${through.id}`} className="underline underline-offset-2">
        <bdi>{through.name}</bdi>
      </Link>
    </span>
  ) : null;
}
