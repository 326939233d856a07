import { useState } from 'react';
import type { Selected, Selection } from '@/components/data-table/selection';
import { nameSome } from '@/components/text/contact-name';
import { formatCountOf } from '@/components/text/format-count';
import { ConfirmCount, isConfirmed } from '@/components/ui/confirm-count';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { startPurge } from '../../bulk-changes/bulk-change-actions';
import { useStartBulkChange } from '../../bulk-changes/use-start-bulk-change';

interface PurgeDialogProps {
  selected: Selected;
  selection: Selection;
  onClose(): void;
}

/** Confirms to delete the selected contacts in the trash forever, by a bulk change. Many need their number typed. */
export default function PurgeDialog({ selected, selection, onClose }: PurgeDialogProps) {
  const { pending, problem, problemRef, start } = useStartBulkChange({
    contacts: { selected, all: null },
    selection,
    nothing: 'Nothing was deleted',
    onClose,
  });
  const [typed, setTyped] = useState('');
  const count = selected.size;
  return (
    <ConfirmDialog
      title={`Delete ${formatCountOf(count, 'contact')} forever?`}
      description={`${nameSome([...selected.values()])} will be deleted with all segments and redemptions. This cannot be undone.`}
      action="Delete forever"
      pending={pending}
      disabled={!pending && !isConfirmed(count, typed)}
      problem={problem}
      problemRef={problemRef}
      onConfirm={() => void start(startPurge, {})}
      onClose={onClose}
    >
      <ConfirmCount count={count} typed={typed} onTyped={setTyped} />
    </ConfirmDialog>
  );
}
