import dynamic from 'next/dynamic';
import { CallError, isTemporary } from '@/components/hooks/call-error';
import { useCan } from '@/components/hooks/use-can';
import { useRead } from '@/components/hooks/use-read';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';

const ExportLineList = dynamic(() => import('./export-line-list').catch(chunkLoadFailed));

/** Polling intervals in milliseconds, while a file is being written and otherwise. */
const WHILE_RUNNING = 1_000;
const OTHERWISE = 60_000;

/** A line at the foot of every page for each export file that is being written or can be downloaded. */
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
  return <ExportLineList exports={data} />;
}
