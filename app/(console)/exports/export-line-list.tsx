import { useConsole } from '@/components/contacts/use-console';
import { useCan } from '@/components/hooks/use-can';
import { useAction } from '@/components/hooks/use-operation';
import { dataHref } from '@/components/hooks/use-read';
import { formatCount, formatCountOf } from '@/components/text/format-count';
import { JobLine, JobLines } from '@/components/ui/job-lines';
import { toast } from '@/components/ui/toast';
import type { ContactExport } from '@/lib/contract/export';
import { deleteExport } from './export-actions';

/** A line for each export, with buttons to download, cancel or delete it. */
export default function ExportLineList({ exports }: { exports: readonly ContactExport[] }) {
  return (
    <JobLines label="Exports">
      {exports.map((one) => (
        <ExportLine key={one.id} one={one} />
      ))}
    </JobLines>
  );
}

/** Download of a finished export; Cancel or Delete for its person and those who may write contacts. */
function ExportLine({ one }: { one: ContactExport }) {
  const isOwn = useConsole().staffId === one.actor.id;
  const mayDelete = useCan('contacts:write') || isOwn;
  const { mutate, isPending } = useAction(deleteExport, ['exports'], {
    onError: (error) => toast.failed('Could not delete the export', error),
  });
  const remove = { onClick: () => mutate({ id: one.id }), pending: isPending };
  const isRunning = one.state === 'running';
  return (
    <JobLine
      words={<span role="status">{formatExportLine(one)}</span>}
      steps={[
        one.state === 'finished' && {
          label: 'Download',
          href: dataHref('downloadExport', { id: one.id }),
          download: true,
        },
        isRunning && mayDelete && { label: 'Cancel', ...remove },
      ]}
      dismiss={!isRunning && mayDelete && { label: 'Delete this export', ...remove }}
    />
  );
}

/** A running, failed or finished export in words. */
function formatExportLine({ state, contacts, error }: ContactExport): string {
  if (state === 'running') return `Exporting contacts: ${formatCount(contacts)} so far`;
  if (state === 'failed') return `The export failed. ${error ?? ''}`;
  return `${formatCountOf(contacts, 'contact')} exported. The file stays for a day.`;
}
