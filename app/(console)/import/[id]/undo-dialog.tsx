import { useQuery } from '@tanstack/react-query';
import { countOf } from '@/components/data-table/format-count';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import type { ContactImport, ImportUndoPlan } from '@/lib/contract/import';
import { importUndoOptions } from '../import-queries';
import { KeptNames } from './kept-contacts';
import { useImportSteps } from './use-import-steps';

/** Confirms an undo, with what it will do. */
export function UndoDialog({ one, onClose }: { one: ContactImport; onClose(): void }) {
  const { data: plan, error } = useQuery(importUndoOptions(one));
  const { undo, isPending } = useImportSteps(one);
  return (
    <ConfirmDialog
      title="Undo this import?"
      description={plan ? wordsOf(plan) : 'Loading the preview …'}
      action="Undo import"
      disabled={!plan}
      pending={isPending}
      problem={error?.message}
      onConfirm={() => undo({ onSuccess: onClose })}
      onClose={onClose}
    >
      {plan?.keep ? <KeptNames plan={plan} /> : null}
    </ConfirmDialog>
  );
}

function wordsOf({ trash, restore, keep }: ImportUndoPlan): string {
  const parts = [
    trash > 0 ? countOf(trash, 'new contact goes to the trash', 'new contacts go to the trash') : '',
    restore > 0
      ? countOf(restore, 'contact gets its former values back', 'contacts get their former values back')
      : '',
    keep > 0 ? countOf(keep, 'was edited since and stays', 'were edited since and stay') : '',
  ].filter(Boolean);
  return parts.length > 0 ? `${parts.join(', ')}.` : 'Nothing left to undo.';
}
