import { Bookmark } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useSearchParams } from 'next/navigation';
import { lazy, useState } from 'react';
import { useCan } from '@/components/hooks/use-can';
import { useRead } from '@/components/hooks/use-read';
import { Button } from '@/components/ui/button';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { focusAround } from '@/components/ui/focus-main';
import { LazyOnPress } from '@/components/ui/lazy-on-press';
import { viewSearch } from './view-search';

const ViewDialog = dynamic(() => import('./view-dialog').catch(chunkLoadFailed));
const ViewOptions = lazy(() => import('./view-options').catch(chunkLoadFailed));

/** Saves filters and sort order as a view, or edits the saved view that matches them. */
export function ViewButton() {
  const query = viewSearch(useSearchParams().toString());
  const { data: views } = useRead('listSavedViews', {});
  const mayShare = useCan('views:share');
  const [saving, setSaving] = useState(false);
  const view = views?.find((each) => each.query === query);
  if (!query || !views || (view?.shared && !mayShare)) return null;
  if (!view)
    return (
      <div ref={focusAround} className="contents">
        <Button variant="ghost" onClick={() => setSaving(true)}>
          <Bookmark aria-hidden className="text-muted" />
          <span className="@max-2xl:sr-only">Save view</span>
        </Button>
        {saving ? <ViewDialog view={{ query }} onClose={() => setSaving(false)} /> : null}
      </div>
    );
  const face = (
    <Button variant="ghost">
      <Bookmark aria-hidden className="text-accent" />
      <span className="sr-only">View options: </span>
      <bdi className="max-w-40 truncate">{view.title}</bdi>
    </Button>
  );
  return (
    <LazyOnPress key={view.id} face={face}>
      <ViewOptions trigger={face} view={view} />
    </LazyOnPress>
  );
}
