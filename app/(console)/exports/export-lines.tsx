import { X } from 'lucide-react';
import { CallError, isTemporary } from '@/components/hooks/call-error';
import { useAction } from '@/components/hooks/use-act';
import { useCan } from '@/components/hooks/use-can';
import { dataHref, useRead } from '@/components/hooks/use-read';
import { countOf, formatCount } from '@/components/text/format-count';
import { Button, buttonClasses } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { toast } from '@/components/ui/toast';
import { WorkLine, WorkLines } from '@/components/ui/work-lines';
import type { ContactExport } from '@/lib/contract/export';
import { useConsole } from '../console-providers';
import { deleteExport } from './export-actions';

/** Polling intervals in milliseconds, while a file is being written and otherwise. */
const WHILE_RUNNING = 1_000;
const OTHERWISE = 60_000;

/** A line at the foot of every page for each file of contacts that is being written, or can be downloaded. */
export function ExportLines() {
  const enabled = useCan('listExports', 'exportContacts');
  const { data = [] } = useRead(
    'listExports',
    {},
    {
      enabled,
      refetchInterval: ({ state: { data, error } }) => {
        if (error instanceof CallError && !isTemporary(error)) return false;
        return data?.some(({ state }) => state === 'running') ? WHILE_RUNNING : OTHERWISE;
      },
    },
  );
  if (data.length === 0) return null;
  return (
    <WorkLines label="Exports">
      {data.map((one) => (
        <WorkLine key={one.id} words={<span role="status">{formatState(one)}</span>}>
          <Steps one={one} />
        </WorkLine>
      ))}
    </WorkLines>
  );
}

function Steps({ one }: { one: ContactExport }) {
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

function formatState({ state, contacts, error }: ContactExport): string {
  if (state === 'running') return `Exporting contacts: ${formatCount(contacts)} so far`;
  if (state === 'failed') return `The export failed. ${error ?? ''}`;
  return `${countOf(contacts, 'contact')} exported. The file stays for a day.`;
}
