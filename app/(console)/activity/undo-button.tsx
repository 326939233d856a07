import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '@/components/hooks/use-can';
import { Button } from '@/components/ui/button';
import type { Activity } from '@/lib/contract/activity';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { latestBulkChanges, permissionOf } from '../bulk-changes/bulk-change-state';
import { useBulkChangeSteps, useUndoableChanges } from '../bulk-changes/use-bulk-change-steps';
import { UndoDialog } from '../import/[id]/undo-dialog';
import { importOptions } from '../import/import-queries';
import { isUndoable } from '../import/import-state';

interface UndoButtonProps {
  entry: Activity;
  /** Undoes an entry that is no import and no bulk change; absent if that is not possible. */
  undo: (() => void) | undefined;
}

/** Button that undoes an entry, if the person may and it is still possible. */
export function UndoButton({ entry: { action, import: through, folded, after }, undo }: UndoButtonProps) {
  const may = useMay();
  if (through) {
    // Undoing an import also makes entries, with deletions. They offer no undo.
    const isRun = !(folded?.actions ?? [action]).includes('contact.deleted');
    return may('undoImport') && isRun ? <UndoImport id={through.id} /> : null;
  }
  if (folded)
    return may('undoBulkChange') && folded.bulkChangeId ? <UndoBulkChange id={folded.bulkChangeId} /> : null;
  const changeId = after?.bulkChangeId;
  if (typeof changeId === 'string') return may('changeFieldType') ? <UndoBulkChange id={changeId} /> : null;
  return undo ? <Undo onClick={undo} /> : null;
}

interface UndoLook {
  /** Whether it stands in the header of a page rather than in a row. */
  inHeader?: boolean;
}

export const Undo = ({ inHeader, onClick }: UndoLook & { onClick(): void }) =>
  inHeader ? (
    <Button onClick={onClick}>
      <Undo2 aria-hidden className="text-muted" /> Undo
    </Button>
  ) : (
    <Button size="sm" variant="ghost" className="text-accent!" onClick={onClick}>
      Undo
    </Button>
  );

/** Undoes an import after a confirmation; nothing if it cannot be undone. */
export function UndoImport({ id, ...look }: UndoLook & { id: string }) {
  const { data: one } = useQuery(importOptions(id));
  const [isUndoing, setUndoing] = useState(false);
  if (!one || !isUndoable(one)) return null;
  return (
    <>
      <Undo {...look} onClick={() => setUndoing(true)} />
      {isUndoing ? <UndoDialog one={one} onClose={() => setUndoing(false)} /> : null}
    </>
  );
}

/** Undoes a bulk change at once; nothing if it cannot be undone. */
export function UndoBulkChange({ id, ...look }: UndoLook & { id: string }) {
  const { undo } = useBulkChangeSteps();
  const may = useMay();
  const change = useUndoableChanges().find((one) => one.id === id);
  return change && !change.undo && may(permissionOf(change)) ? (
    <Undo {...look} onClick={() => undo(change)} />
  ) : null;
}

/**
 * A bulk change; `undefined` if it is not one of the latest. Reads only the cache that the lines at the foot of the page
 * fill.
 */
export function useBulkChange(id: string | null): BulkChange | undefined {
  const { data: latest } = useQuery({ ...latestBulkChanges, enabled: false });
  return latest?.find((one) => one.id === id);
}
