import { X } from 'lucide-react';
import { useConsole } from '@/components/contacts/use-console';
import { useCan } from '@/components/hooks/use-can';
import { useAction } from '@/components/hooks/use-operation';
import { dataHref } from '@/components/hooks/use-read';
import { formatCount, formatCountOf } from '@/components/text/format-count';
import { Button, buttonClasses } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { toast } from '@/components/ui/toast';
import { WorkLine, WorkLines } from '@/components/ui/work-lines';
import type { ContactExport } from '@/lib/contract/export';
import { deleteExport } from './export-actions';

/** A line for each export, with buttons to download, cancel or delete it. */
export default function ExportLineList({ exports }: { exports: readonly ContactExport[] }) {
  return (
    <WorkLines label="Exports">
      {exports.map((one) => (
        <WorkLine key={one.id} words={<span role="status">{formatExportLine(one)}</span>}>
          <ExportButtons one={one} />
        </WorkLine>
      ))}
    </WorkLines>
  );
}

/** Download of a finished export; Cancel or Delete for its person and those who may write contacts. */
function ExportButtons({ one }: { one: ContactExport }) {
  const isOwn = useConsole().staffId === one.actor.id;
  const mayDelete = useCan('contacts:write') || isOwn;
  const { mutate, isPending } = useAction(deleteExport, ['exports'], {
    onError: (error) => toast.failed('Could not delete the export', error),
  });
  const isRunning = one.state === 'running';
  return (
    <>
      {one.state === 'finished' ? (
        <a
          href={dataHref('downloadExport', { id: one.id })}
          download
          className={cn(buttonClasses({ variant: 'ghost', size: 'sm' }), 'text-accent!')}
        >
          Download
        </a>
      ) : null}
      {mayDelete ? (
        <Button
          variant="ghost"
          size={isRunning ? 'sm' : 'icon-sm'}
          aria-label={isRunning ? undefined : 'Delete this export'}
          className="text-accent!"
          pending={isPending}
          onClick={() => mutate({ id: one.id })}
        >
          {isRunning ? 'Cancel' : <X aria-hidden className="text-muted" />}
        </Button>
      ) : null}
    </>
  );
}

/** A running, failed or finished export in words. */
function formatExportLine({ state, contacts, error }: ContactExport): string {
  if (state === 'running') return `Exporting contacts: ${formatCount(contacts)} so far`;
  if (state === 'failed') return `The export failed. ${error ?? ''}`;
  return `${formatCountOf(contacts, 'contact')} exported. The file stays for a day.`;
}
