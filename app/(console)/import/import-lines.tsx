import { useQuery } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { useCan } from '@/components/hooks/use-can';
import { formatCount } from '@/components/text/format-count';
import { Link } from '@/components/ui/link';
import { WorkLine, WorkLines } from '@/components/ui/work-lines';
import { importsUnderWayOptions } from './import-queries';

/** A line at the foot of every page for each import that is running or being undone, with a link to its page. */
export function ImportLines() {
  const { data: page } = useQuery({ ...importsUnderWayOptions, enabled: useCan('listImports') });
  const pathname = usePathname();
  const lines = (page?.data ?? []).filter(
    ({ id, state }) => state !== 'planning' && pathname !== `/import/${id}`,
  );
  if (lines.length === 0) return null;
  return (
    <WorkLines label="Imports">
      {lines.map(({ id, name, state, run }) => (
        <WorkLine
          key={id}
          words={
            <>
              {state === 'undoing' ? 'Undoing the import of ' : 'Importing '}
              <bdi>{name}</bdi>
              {state === 'running' && run
                ? `: ${formatCount(run.rows)} of ${formatCount(run.total)} rows`
                : null}
            </>
          }
        >
          <Link href={`/import/${id}`} className="rounded-sm px-1 font-medium text-accent hover:underline">
            View import
          </Link>
        </WorkLine>
      ))}
    </WorkLines>
  );
}
