import { Bookmark, Ellipsis } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useSearchParams } from 'next/navigation';
import { lazy, useState } from 'react';
import type { UrlDisplay } from '@/components/data-table/list-state';
import { useCan } from '@/components/hooks/use-can';
import { Button } from '@/components/ui/button';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { focusAround } from '@/components/ui/focus-main';
import { IconButton } from '@/components/ui/icon-button';
import { LazyOnPress } from '@/components/ui/lazy-on-press';
import { savedSearch, useShownView } from './shown-view';

const SaveDialog = dynamic(() => import('./save-dialog').catch(chunkLoadFailed));
const ViewOptions = lazy(() => import('./view-options').catch(chunkLoadFailed));
const EditedView = dynamic(() => import('./edited-view').catch(chunkLoadFailed));

/** Saves filters, sort order and display as a view, or changes the saved view that is shown. */
export function ViewButton({ display }: { display: UrlDisplay }) {
  const search = useSearchParams().toString();
  const { query, view, edited } = useShownView();
  const mayShare = useCan('views:share');
  const mayChange = view && (mayShare || !view.shared);
  if (!view) return query ? <SaveView display={display} /> : null;
  const face = <IconButton icon={Ellipsis} label={`View options: ${view.title}`} title="View options" />;
  return (
    <>
      {edited ? (
        <EditedView view={view} query={savedSearch(search, display)} mayChange={mayChange === true}>
          <SaveView display={display} label="Save as new" />
        </EditedView>
      ) : null}
      {mayChange ? (
        <LazyOnPress key={view.id} face={face}>
          <ViewOptions trigger={face} view={view} />
        </LazyOnPress>
      ) : null}
    </>
  );
}

/** Opens the dialog that saves what the list shows as a new view, or its filter as a segment. */
export function SaveView({ display, label = 'Save view' }: { display: UrlDisplay; label?: string }) {
  const query = savedSearch(useSearchParams().toString(), display);
  const [saving, setSaving] = useState(false);
  return (
    <div ref={focusAround} className="contents">
      <Button variant="ghost" onClick={() => setSaving(true)} className="max-md:px-2 print:hidden">
        <Bookmark aria-hidden className="text-muted max-md:hidden @max-2xl:hidden" />
        <span>
          Save<span className="@max-2xl:sr-only">{label.slice(4)}</span>
        </span>
      </Button>
      {saving ? <SaveDialog query={query} onClose={() => setSaving(false)} /> : null}
    </div>
  );
}
