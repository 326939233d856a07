import { Pencil, Trash2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { type ReactElement, useState } from 'react';
import type { CallError } from '@/components/hooks/call-error';
import { useAction } from '@/components/hooks/use-operation';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { focusMain } from '@/components/ui/focus-main';
import * as Menu from '@/components/ui/menu';
import { toast } from '@/components/ui/toast';
import type { SavedView } from '@/lib/contract/saved-view';
import { createView, deleteView } from './view-actions';

const ViewDialog = dynamic(() => import('./view-dialog').catch(chunkLoadFailed));

/** Menu to rename or delete a saved view. Undo creates a deleted one again. */
export default function ViewOptions({ trigger, view }: { trigger: ReactElement; view: SavedView }) {
  const { id, ...input } = view;
  const [renaming, setRenaming] = useState(false);
  const onError = (error: CallError) => toast.failed(null, error);
  const create = useAction(createView, ['views'], { onError });
  const remove = useAction(deleteView, ['views'], {
    onError,
    onSuccess: () => {
      focusMain();
      const undo = { label: 'Undo', onClick: () => create.mutate(input) };
      toast.success(`Deleted the view ${view.title}`, { action: undo });
    },
  });
  return (
    <>
      <Menu.Root defaultOpen>
        <Menu.Trigger render={trigger} />
        <Menu.Popup>
          <Menu.Item onClick={() => setRenaming(true)}>
            <Pencil aria-hidden className="text-muted" />
            Rename
          </Menu.Item>
          <Menu.Item danger onClick={() => remove.mutate({ id })}>
            <Trash2 aria-hidden />
            Delete
          </Menu.Item>
        </Menu.Popup>
      </Menu.Root>
      {renaming ? <ViewDialog view={view} onClose={() => setRenaming(false)} /> : null}
    </>
  );
}
