import { useQuery } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { useCan } from '@/components/hooks/use-can';
import { formatCount } from '@/components/text/format-count';
import { Link } from '@/components/ui/link';
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
    <section aria-label="Imports" className="sticky bottom-0 z-20 shrink-0 bg-surface print:hidden">
      <ul className="text-xs md:text-sm">
        {lines.map(({ id, name, state, run }) => (
          <li key={id} className="flex h-11 items-center gap-2 border-t px-4 md:px-6">
            <span className="min-w-0 truncate">
              {state === 'undoing' ? 'Undoing the import of ' : 'Importing '}
              <bdi>{name}</bdi>
              {state === 'running' && run
                ? `: ${formatCount(run.rows)} of ${formatCount(run.total)} rows`
                : null}
            </span>
            <Link
              href={`/import/${id}`}
              className="shrink-0 rounded-sm px-1 font-medium text-accent hover:underline max-md:ml-auto"
            >
              View import
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
