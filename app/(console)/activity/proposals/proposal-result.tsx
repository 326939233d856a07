import { useCan } from '@/components/hooks/use-can';
import { Badge } from '@/components/ui/badge';
import { buttonClasses } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import type { Proposal } from '@/lib/contract/proposal';
import { useUndoMerge } from '../../contacts/merge/use-undo-merge';
import { Undo, UndoBulkChange, UndoImport, useBulkChange } from '../undo-button';

/** What an approval has started: links to it, and its undo. */
export function ProposalResult({ result: { type, id } }: { result: NonNullable<Proposal['result']> }) {
  const isUndoneChange = useBulkChange(type === 'bulkChange' ? id : null)?.state === 'undone';
  const mayUndoMerge = useCan('undoMerge');
  const { mutate: undoMerge, isSuccess: isUndone } = useUndoMerge();
  return (
    <>
      {type === 'import' ? (
        <>
          <Link href={`/contacts?import=${id}`} className={buttonClasses()}>
            View contacts
          </Link>
          <Link href={`/import/${id}`} className={buttonClasses()}>
            Open the import
          </Link>
        </>
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
      {isUndone || isUndoneChange ? <Badge>Undone</Badge> : null}
    </>
  );
}
