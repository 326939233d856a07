import { Badge } from '@/components/ui/badge';
import { buttonClasses } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import type { Proposal } from '@/lib/contract/proposal';
import { useIsMerged, useUndoMerge } from '../../contacts/merge/use-undo-merge';
import { Undo, UndoBulkChange, UndoImport, useBulkChange } from '../undo-button';

interface ProposalResultProps {
  proposal: Proposal;
  result: NonNullable<Proposal['result']>;
}

/** What an approval has started: links to it, and its undo. */
export function ProposalResult({ proposal, result: { type, id } }: ProposalResultProps) {
  const isUndoneChange = useBulkChange(type === 'bulkChange' ? id : null)?.state === 'undone';
  const merge =
    proposal.operation === 'mergeContacts' ? (proposal.input as { id: string; from: string }) : null;
  const isMerged = useIsMerged(merge?.from, merge?.id ?? '');
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
      {isMerged && !isUndone ? <Undo inHeader onClick={() => undoMerge([id])} /> : null}
      {isUndone || isUndoneChange ? <Badge>Undone</Badge> : null}
    </>
  );
}
