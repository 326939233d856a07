import { formatCount } from '@/components/text/format-count';
import { JobLine, JobLines } from '@/components/ui/job-lines';
import type { ContactImport } from '@/lib/contract/import';

/** A line for each import in progress, with a link to its page. */
export default function ImportLineList({ imports }: { imports: readonly ContactImport[] }) {
  return (
    <JobLines label="Imports">
      {imports.map((one) => (
        <JobLine
          key={one.id}
          words={<ImportWords one={one} />}
          steps={[{ label: 'View import', href: `/import/${one.id}` }]}
        />
      ))}
    </JobLines>
  );
}

function ImportWords({ one: { name, state, run } }: { one: ContactImport }) {
  return (
    <>
      {state === 'undoing' ? 'Undoing the import of ' : 'Importing '}
      <bdi>{name}</bdi>
      {state === 'running' && run ? `: ${formatCount(run.rows)} of ${formatCount(run.total)} rows` : null}
    </>
  );
}
