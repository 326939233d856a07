import { useCan } from '@/components/hooks/use-can';
import { buttonClasses } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import type { Proposal } from '@/lib/contract/proposal';
import { useUndoMerge } from '../../contacts/merge/use-undo-merge';
import { Undo, UndoBulkChange, UndoImport } from '../undo-button';

/** What an approval has started: a link to it, and its undo. */
export function ProposalResult({ result: { type, id } }: { result: NonNullable<Proposal['result']> }) {
  const mayUndoMerge = useCan('undoMerge');
  const { mutate: undoMerge, isSuccess: isUndone } = useUndoMerge();
  return (
    <div className="flex flex-wrap items-center gap-2">
      {type === 'import' ? (
        <Link href={`/import/${id}`} className={buttonClasses()}>
          Show what was written
        </Link>
      ) : null}
      {type === 'segment' ? (
        <Link href={`/segments/${id}`} className={buttonClasses()}>
          Open the segment
        </Link>
      ) : null}
      {type === 'bulkChange' ? <UndoBulkChange inHeader id={id} /> : null}
      {type === 'import' ? <UndoImport inHeader id={id} /> : null}
      {type === 'merge' && mayUndoMerge && !isUndone ? (
        <Undo inHeader onClick={() => undoMerge([id])} />
      ) : null}
    </div>
  );
}
