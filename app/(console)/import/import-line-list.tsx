import { formatCount } from '@/components/text/format-count';
import { Link } from '@/components/ui/link';
import { WorkLine, WorkLines } from '@/components/ui/work-lines';
import type { ContactImport } from '@/lib/contract/import';

/** A line for each import in progress, with a link to its page. */
export default function ImportLineList({ imports }: { imports: readonly ContactImport[] }) {
  return (
    <WorkLines label="Imports">
      {imports.map(({ id, name, state, run }) => (
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
