import { useQuery } from '@tanstack/react-query';
import { formatCount, formatCountOf } from '@/components/text/format-count';
import { formatPhone } from '@/components/text/phone';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Link } from '@/components/ui/link';
import type { ContactImport, ImportUndoPlan } from '@/lib/contract/import';
import { keptReasons } from '@/lib/contract/kept';
import { importUndoOptions } from '../import-queries';
import { useImportSteps } from './use-import-steps';

/** Confirms an undo and shows its effect. */
export function UndoDialog({ one, onClose }: { one: ContactImport; onClose(): void }) {
  const { data: plan, error } = useQuery(importUndoOptions(one));
  const { mutate, isPending } = useImportSteps(one);
  return (
    <ConfirmDialog
      title="Undo this import?"
      description={plan ? describeUndo(plan) : 'Loading the preview …'}
      action="Undo import"
      disabled={!plan}
      pending={isPending}
      problem={error?.message}
      onConfirm={() => mutate('undo', { onSuccess: onClose })}
      onClose={onClose}
    >
      {plan?.keep ? <KeptNames plan={plan} /> : null}
    </ConfirmDialog>
  );
}

/** "12 new contacts go to the trash, 3 were edited since and stay.", or "Nothing left to undo." */
function describeUndo({ trash, restore, keep }: ImportUndoPlan): string {
  const parts = [
    trash > 0 ? formatCountOf(trash, 'new contact goes to the trash', 'new contacts go to the trash') : '',
    restore > 0
      ? formatCountOf(restore, 'contact gets its former values back', 'contacts get their former values back')
      : '',
    keep > 0 ? formatCountOf(keep, 'was edited since and stays', 'were edited since and stay') : '',
  ].filter(Boolean);
  return parts.length > 0 ? `${parts.join(', ')}.` : 'Nothing left to undo.';
}

/** Contacts that an undo kept because they were edited after the import. */
export function KeptContacts({ one }: { one: ContactImport }) {
  const { data: plan } = useQuery(importUndoOptions(one));
  return plan ? <KeptNames plan={plan} /> : null;
}

/** Links to kept contacts, each with the reason. */
function KeptNames({ plan: { keep, kept } }: { plan: ImportUndoPlan }) {
  return (
    <div className="text-sm">
      <h3 className="font-medium">Edited since the import</h3>
      <ul className="max-h-40 overflow-y-auto pt-1">
        {kept.map(({ contactId, name, isDeleted, reason }) => (
          <li key={contactId} className="truncate leading-6">
            {isDeleted ? (
              <bdi>{formatPhone(name) || 'Unnamed contact'}</bdi>
            ) : (
              <Link
                href={`/contacts/${contactId}`}
                className="text-accent underline-offset-2 hover:underline"
              >
                <bdi>{formatPhone(name)}</bdi>
              </Link>
            )}{' '}
            <span className="text-muted">({keptReasons[reason]})</span>
          </li>
        ))}
        {keep > kept.length ? (
          <li className="text-muted">and {formatCount(keep - kept.length)} more</li>
        ) : null}
      </ul>
    </div>
  );
}
