import { useState } from 'react';
import type { Selection } from '@/components/data-table/selection';
import { useOperation } from '@/components/hooks/use-operation';
import { formatCountOf } from '@/components/text/format-count';
import { ConfirmCount, isConfirmed } from '@/components/ui/confirm-count';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { ErrorText } from '@/components/ui/error-text';
import { startPurge } from '../../bulk-changes/bulk-change-actions';
import { countSelected, formatSelected, type SelectedContacts } from '../../bulk-changes/selected-contacts';
import { useStartBulkChange } from '../../bulk-changes/use-start-bulk-change';

interface PurgeDialogProps {
  contacts: SelectedContacts;
  /** Ids of deleted segments. */
  segments?: readonly string[];
  selection: Selection;
  onClose(): void;
}

/**
 * Confirms to delete contacts in the trash forever, by a bulk change, and with them segments. Many contacts need their number
 * typed.
 */
export default function PurgeDialog({ segments = [], selection, onClose, ...props }: PurgeDialogProps) {
  const purgeSegments = useOperation('purgeSegments');
  const { contacts, pending, problem, problemRef, start } = useStartBulkChange({
    contacts: props.contacts,
    selection,
    nothing: 'Nothing was deleted',
    onClose: () => {},
  });
  const [typed, setTyped] = useState('');
  const count = countSelected(contacts);
  const which = [
    count > 0 && formatCountOf(count, 'contact'),
    segments.length > 0 && formatCountOf(segments.length, 'segment'),
  ].filter(Boolean);
  async function purge() {
    setTyped('');
    if (count > 0 && !(await start(startPurge, {}))) return;
    if (segments.length > 0) await purgeSegments.mutateAsync({ body: { ids: [...segments] } });
    onClose();
  }
  return (
    <ConfirmDialog
      title={`Delete ${which.join(' and ')} forever?`}
      description={`${contacts.all ? 'The trash will be empty.' : `${formatSelected(contacts)} will be deleted with all segments and redemptions.`} This cannot be undone.`}
      action="Delete forever"
      pending={pending || purgeSegments.isPending}
      disabled={!pending && !isConfirmed(count, typed)}
      problem={problem ?? (purgeSegments.error && <ErrorText error={purgeSegments.error} />)}
      problemRef={problemRef}
      onConfirm={() => void purge().catch(() => {})}
      onClose={onClose}
    >
      <ConfirmCount count={count} typed={typed} onTyped={setTyped} />
    </ConfirmDialog>
  );
}
