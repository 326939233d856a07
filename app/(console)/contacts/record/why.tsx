import { Check, X } from 'lucide-react';
import { causeWords } from '@/components/activity/cause-words';
import { getConditions, toUrlFilter } from '@/components/contacts/contact-list-state';
import { useSegmentsById } from '@/components/contacts/contact-segments';
import { type FieldsByName, fieldValueWords, findOwnField } from '@/components/contacts/field-words';
import { useFieldsByName } from '@/components/contacts/own-fields';
import { useRead } from '@/components/hooks/use-read';
import { formatDay, toDay } from '@/components/text/days';
import { formatCountOf } from '@/components/text/format-count';
import { formatPhone } from '@/components/text/phone';
import { exactTime } from '@/components/text/relative-time';
import { BreakableText } from '@/components/ui/breakable-text';
import { cn } from '@/components/ui/cn';
import { PendingPart } from '@/components/ui/pending-part';
import type { ContactFilter } from '@/lib/contract/contact-filter';
import type { Membership, Segment } from '@/lib/contract/segment';

type Condition = Membership['conditions'][number];
type SegmentsById = ReturnType<typeof useSegmentsById>;

/** Whether a contact is in a segment by rule, since when and by what; each condition, and what the contact has. */
export function Why({ contactId, segment }: { contactId: string; segment: Segment }) {
  const why = useRead('getMembership', { id: segment.id, query: { contactId } }, { staleTime: 0 });
  const segments = useSegmentsById();
  const fields = useFieldsByName();
  if (!why.data) return <PendingPart query={why} className="w-56" />;
  const { in: isIn, since, cause, conditions } = why.data;
  const asked = conditions.map(toFieldName);
  // What does not hold is the reason.
  const sorted = conditions.toSorted((one, other) => Number(one.holds) - Number(other.holds));
  const words = cause && causeWords(cause, [...segments.values()], fields, asked);
  return (
    <div className="flex min-w-0 flex-col gap-2 text-sm">
      <p className="wrap-anywhere empty:hidden">
        {isIn ? (
          <>
            <span className="font-medium">In</span> <bdi className="font-medium">{segment.title}</bdi>
          </>
        ) : null}
        {since ? (
          <>
            {isIn ? ' since ' : 'Left on '}
            <time dateTime={since} title={exactTime(since)}>
              {formatDay(toDay(since))}
            </time>
          </>
        ) : null}
        {words ? (cause.type === 'time' ? `, as ${words}` : `, when ${words}`) : null}
      </p>
      <ul className="flex flex-col gap-1">
        {sorted.map((condition) => {
          const { name, asked, holds } = condition;
          const value = valueWords(condition, segments, fields);
          return (
            <li key={`${name} ${String(asked)}`} className="flex items-start gap-2">
              {holds ? (
                <Check role="img" aria-label="Holds:" className="mt-0.5 size-4 shrink-0 text-accent" />
              ) : (
                <X role="img" aria-label="Does not hold:" className="mt-0.5 size-4 shrink-0 text-danger" />
              )}
              <span className={cn('min-w-0 wrap-anywhere', holds && !isIn && 'text-muted')}>
                <bdi>{conditionWords(condition, segment, segments, fields)}</bdi>
                {value ? (
                  <span className="text-muted">
                    {' · '}
                    <bdi>
                      <BreakableText text={value} />
                    </bdi>
                  </span>
                ) : null}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The field of a contact that a condition asks about, as the activity names it. */
function toFieldName({ name, asked }: Condition): string {
  if (name === 'has' || name === 'lacks') return String(asked);
  if (name === 'segmentId') return 'segmentIds';
  return name.replace(/Contains$|\.(from|to)$/, '');
}

/** "Company is Acme", "Created in the last 30 days" */
function conditionWords(
  { name, asked }: Condition,
  { rule }: Segment,
  segments: SegmentsById,
  fields: FieldsByName,
): string {
  if (name === 'search') return `Matches “${String(asked)}”`;
  const value = name === 'has' || name === 'lacks' ? [asked].flat() : asked;
  const key = name.startsWith('fields.') ? name.slice('fields.'.length) : null;
  const part = key === null ? { [name]: value } : { fields: { [key]: [value].flat() } };
  const filter = { ...part, segmentMatch: rule?.segmentMatch } as ContactFilter;
  return getConditions(toUrlFilter(filter), segments, fields)
    .map(({ words }) => words)
    .join(', ');
}

const DAY = 86_400_000;

/** What the contact has: "41 days ago", "Acme", "empty"; blank for a search. */
function valueWords(condition: Condition, segments: SegmentsById, fields: FieldsByName): string {
  const { value } = condition;
  const name = toFieldName(condition);
  if (name === 'search') return '';
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return name === 'segmentIds' ? 'none assigned' : name === 'referralCode' ? 'none' : 'empty';
  if (/^(created|updated)/.test(name)) {
    const days = Math.floor((Date.now() - Date.parse(String(value))) / DAY);
    return days < 1 ? 'less than a day ago' : `${formatCountOf(days, 'day')} ago`;
  }
  if (name === 'segmentIds')
    return [value]
      .flat()
      .map((id) => segments.get(String(id))?.title ?? 'a deleted segment')
      .join(', ');
  const own = findOwnField(name, fields);
  if (own) return fieldValueWords(own, value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return name === 'phone' ? formatPhone(String(value)) : [value].flat().join(', ');
}
