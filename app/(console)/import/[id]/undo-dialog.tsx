import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount, formatCountOf } from '@/components/text/format-count';
import { formatPhone } from '@/components/text/phone';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Link } from '@/components/ui/link';
import type { ContactImport, ImportUndoPlan } from '@/lib/contract/import';
import { keptReasons } from '@/lib/contract/kept';
import { importUndoOptions } from '../import-queries';
import { useImportSteps } from './use-import-steps';

/**
 * Undoes an import, at once unless contacts were edited since, or the effect cannot be read. `dialog` then asks before.
 */
export function useUndoImport(one: ContactImport) {
  const queryClient = useQueryClient();
  const steps = useImportSteps(one);
  const [isAsking, setAsking] = useState(false);
  const checking = useMutation({
    mutationFn: () => queryClient.fetchQuery(importUndoOptions(one)),
    onSuccess: ({ keep }) => (keep > 0 ? setAsking(true) : steps.mutate('undo')),
    onError: () => setAsking(true),
  });
  return {
    undo: () => checking.mutate(),
    isPending: checking.isPending || steps.isPending,
    dialog: isAsking ? <UndoDialog one={one} onClose={() => setAsking(false)} /> : null,
  };
}

/** Confirms an undo and shows its effect. */
export function UndoDialog({ one, onClose }: { one: ContactImport; onClose(): void }) {
  const { data: plan, error } = useQuery(importUndoOptions(one));
  const { mutate, isPending } = useImportSteps(one);
  return (
    <ConfirmDialog
      title="Undo this import?"
      description={plan ? describeUndo(plan) : 'Loading the preview…'}
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

/** "Moves 12 new contacts to the trash and resets 3. 1 was edited since and stays.", or "Nothing left to undo." */
function describeUndo({ trash, restore, keep }: ImportUndoPlan): string {
  const parts = [
    trash > 0 && `moves ${formatCountOf(trash, 'new contact')} to the trash`,
    restore > 0 && `resets ${trash > 0 ? formatCount(restore) : formatCountOf(restore, 'contact')}`,
  ].filter(Boolean);
  const effect = parts.join(' and ');
  const kept =
    keep > 0 ? `${formatCountOf(keep, 'was edited since and stays', 'were edited since and stay')}.` : '';
  if (!effect) return kept || 'Nothing left to undo.';
  return `${effect.charAt(0).toUpperCase()}${effect.slice(1)}. ${kept}`.trim();
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
