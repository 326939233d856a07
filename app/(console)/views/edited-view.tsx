import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { useAction } from '@/components/hooks/use-operation';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { focusMain } from '@/components/ui/focus-main';
import { ButtonLink } from '@/components/ui/link';
import { toast } from '@/components/ui/toast';
import type { SavedView } from '@/lib/contract/saved-view';
import { viewHref } from './shown-view';
import { updateView } from './view-actions';

interface EditedViewProps {
  view: SavedView;
  /** What the view would keep. */
  query: string;
  mayChange: boolean;
  /** Saves another view. */
  children: ReactNode;
}

/** Says that the list differs from its saved view, and updates or shows the view again. */
export default function EditedView({ view, query, mayChange, children }: EditedViewProps) {
  const { id, title } = view;
  const router = useRouter();
  const update = useAction(updateView, ['views'], {
    onError: (error) => toast.failed(null, error),
    onSuccess: (_, { query: saved = query }) => {
      focusMain();
      router.push(viewHref({ id, query: saved }));
      const undo = { label: 'Undo', onClick: () => update.mutate({ id, title, query: view.query }) };
      if (saved === query) toast.success(`Updated the view ${title}`, { action: undo });
    },
  });
  return (
    <>
      <Badge tone="accent">Edited</Badge>
      {mayChange ? (
        <Button pending={update.isPending} onClick={() => update.mutate({ id, title, query })}>
          Update
        </Button>
      ) : null}
      {children}
      <ButtonLink href={viewHref(view)} variant="ghost" onClick={focusMain}>
        Reset
      </ButtonLink>
    </>
  );
}
