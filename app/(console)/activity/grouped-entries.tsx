import { useInfiniteQuery } from '@tanstack/react-query';
import { type GroupedActivity, groupedOptions } from '@/components/activity/activity-state';
import { toChanges, toSentence } from '@/components/activity/activity-words';
import { useFieldsByName } from '@/components/contacts/own-fields';
import { useSegments } from '@/components/segments/use-segments';
import { ErrorText } from '@/components/ui/error-text';
import { ClockTime } from '@/components/ui/relative-time';
import { ShowEarlier } from '@/components/ui/show-earlier';
import { Skeleton } from '@/components/ui/skeleton';
import { ChangeWords, SubjectLink } from './activity-sentence';

/** The changes in a folded entry, page after page. */
export function GroupedEntries({ entry }: { entry: GroupedActivity }) {
  const pages = useInfiniteQuery(groupedOptions(entry));
  const { data: segments = [] } = useSegments();
  const fields = useFieldsByName();
  const { data, error } = pages;
  if (error && !data)
    return (
      <p className="text-sm text-muted">
        <ErrorText error={error} />
      </p>
    );
  if (!data) return <Skeleton className="w-64" />;
  return (
    <>
      <ol className="flex flex-col gap-0.5 border-l border-line pl-3">
        {data.pages
          .flatMap((page) => page.data)
          .map((one) => {
            const { verb, subject, change } = toSentence(one, toChanges(one, segments, fields));
            return (
              <li key={one.id} className="text-sm/6 wrap-anywhere">
                {verb.charAt(0).toUpperCase() + verb.slice(1)}{' '}
                {subject ? <SubjectLink entry={one} name={subject} /> : null}
                {change ? <ChangeWords change={change} /> : null}
                {one.action === 'person.signed-in' ? <ClockTime at={one.at} /> : null}
              </li>
            );
          })}
      </ol>
      <div className="pt-2 empty:hidden">
        <ShowEarlier pages={pages} size="sm" />
      </div>
    </>
  );
}
