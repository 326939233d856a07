'use client';

import { useRouter } from 'next/navigation';
import { useCan } from '@/components/hooks/use-can';
import { useSegments } from '@/components/segments/use-segments';
import { cn } from '@/components/ui/cn';
import { SegmentChip } from '@/components/ui/segment-chip';
import { toast } from '@/components/ui/toast';
import { offer } from './offered';
import { useImportDrop } from './use-import-drop';

/**
 * Makes the whole page take a dropped file, which opens its import, and pasted rows, which open the page for them.
 * `segmentId`: segment for everyone in them; `refusal`: why it takes nothing.
 */
export function ImportDrop({
  segmentId,
  refusal,
}: {
  segmentId?: string | undefined;
  refusal?: string | undefined;
}) {
  const router = useRouter();
  const mayImport = useCan('createImport');
  const mayLookUp = useCan('previewContacts');
  const segment = useSegments().data?.find(({ id }) => id === segmentId);
  function open(path: string, given: File | string) {
    if (refusal) return toast.error(refusal);
    offer(given);
    router.push(segmentId ? `${path}?segment=${segmentId}` : path);
  }
  const isOver = useImportDrop({
    onFile: mayImport ? (file) => open('/import', file) : undefined,
    onText: mayImport || mayLookUp ? (text) => open('/import/paste', text) : undefined,
  });
  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-0 z-50 flex items-center justify-center bg-canvas/80 p-4">
      <p
        className={cn(
          'flex max-w-full items-center gap-2 rounded-lg border px-6 py-4 text-base font-medium',
          refusal ? 'border-edge! bg-raised' : 'border-dashed border-accent! bg-accent-soft',
        )}
      >
        {refusal ? (
          <bdi className="wrap-anywhere">{refusal}</bdi>
        ) : (
          <span className="shrink-0">Drop to import{segment ? ' into' : null}</span>
        )}
        {segment && !refusal ? <SegmentChip {...segment} className="min-w-0" /> : null}
      </p>
    </div>
  );
}
