import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { usePathname } from 'next/navigation';
import { useCan } from '@/components/hooks/use-can';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { importsUnderWayOptions } from './imports-under-way';

const ImportLineList = dynamic(() => import('./import-line-list').catch(chunkLoadFailed));

/**
 * A line at the foot of every page but the import's own for each import that is running or being undone, with a link to its
 * page.
 */
export function ImportLines() {
  const { data: page } = useQuery({ ...importsUnderWayOptions, enabled: useCan('listImports') });
  const pathname = usePathname();
  const lines = (page?.data ?? []).filter(
    ({ id, state }) => state !== 'planning' && pathname !== `/import/${id}`,
  );
  if (lines.length === 0) return null;
  return <ImportLineList imports={lines} />;
}
