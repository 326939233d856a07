import { ChevronUp } from 'lucide-react';
import { lazy, type ReactNode } from 'react';
import { formatCount } from '@/components/text/format-count';
import { Button } from '@/components/ui/button';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { focusMain } from '@/components/ui/focus-main';
import { LazyOnPress } from '@/components/ui/lazy-on-press';
import { type Selection, useSelection } from './selection';

const SelectionReview = lazy(() => import('./selection-review').catch(chunkLoadFailed));

interface SelectionTrayProps {
  selection: Selection;
  /** Noun of an item: "contact". */
  itemName: string;
  /** Shown next to the count. */
  more?: ReactNode;
  /** Buttons of the actions. */
  children: ReactNode;
}

/** Count of the selection, its actions, and a review of single items; nothing while nothing is selected. */
export function SelectionTray({ selection, itemName, more, children }: SelectionTrayProps) {
  const selected = useSelection(selection, ({ snapshot }) => snapshot);
  const all = useSelection(selection, (one) => one.all);
  if (selected.size === 0 && !all) return null;
  const face = (
    <Button variant="ghost" size="sm">
      <span className="font-semibold">{formatCount(selected.size)} selected</span>
      <ChevronUp aria-hidden className="text-muted" />
    </Button>
  );
  return (
    <section
      aria-label="Selection"
      // In the flow, so that it covers no row.
      className="selection-tray sticky bottom-[var(--foot,0px)] z-20 flex flex-wrap items-center justify-center gap-1 border-t border-line bg-raised px-3 py-1.5 md:static print:hidden"
    >
      {all ? (
        <p className="px-2 text-sm font-semibold">All {formatCount(all.count)} selected</p>
      ) : (
        <LazyOnPress face={face}>
          <SelectionReview trigger={face} selection={selection} itemName={itemName} />
        </LazyOnPress>
      )}
      {more}
      <span aria-hidden className="h-5 w-px bg-line max-md:hidden" />
      {/* On phones, a line of its own below the count and "Clear". */}
      <div className="contents max-md:order-1 max-md:-m-1 max-md:flex max-md:w-[calc(100%+0.5rem)] max-md:gap-1 max-md:overflow-x-auto max-md:p-1">
        {children}
      </div>
      <Button
        variant="ghost"
        size="sm"
        onClick={() => {
          selection.clear();
          focusMain();
        }}
        className="max-md:ml-auto"
      >
        Clear
      </Button>
    </section>
  );
}
