import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { type ReactElement, useState } from 'react';
import type { ActionResult } from '@/app/server/action';
import { type ActionError, callAction } from '@/components/form/call-action';
import { partGone } from '@/components/form/upgrade';
import { focusMain } from '@/components/ui/focus-main';
import { Menu, MenuItem, MenuPopup, MenuTrigger } from '@/components/ui/menu';
import { toast } from '@/components/ui/toast';
import type { SavedView } from '@/lib/contract/saved-view';
import { createView, deleteView } from './view-actions';
import { viewListOptions } from './view-queries';

const ViewDialog = dynamic(() => import('./view-dialog').catch(partGone));

type Call = (organization: string) => Promise<ActionResult<null>>;

export default function ViewOptions({ trigger, view }: { trigger: ReactElement; view: SavedView }) {
  const { id, ...input } = view;
  const [renaming, setRenaming] = useState(false);
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation<null, ActionError, Call>({
    mutationFn: (call) => callAction((_, organization) => call(organization), undefined),
    onError: ({ refused }) => toast.error(refused.message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: viewListOptions().queryKey }),
  });
  const change = (call: Call, then?: () => void) =>
    void mutateAsync(call)
      .then(then)
      .catch(() => {});

  function deleted() {
    focusMain();
    const undo = { label: 'Undo', onClick: () => change((organization) => createView(input, organization)) };
    toast.success(`Deleted the view ${view.title}`, { action: undo });
  }
  return (
    <>
      <Menu defaultOpen>
        <MenuTrigger render={trigger} />
        <MenuPopup>
          <MenuItem onClick={() => setRenaming(true)}>
            <Pencil aria-hidden className="text-muted" />
            Rename
          </MenuItem>
          <MenuItem
            danger
            onClick={() => change((organization) => deleteView({ id }, organization), deleted)}
          >
            <Trash2 aria-hidden />
            Delete
          </MenuItem>
        </MenuPopup>
      </Menu>
      {renaming ? <ViewDialog view={view} onClose={() => setRenaming(false)} /> : null}
    </>
  );
}
