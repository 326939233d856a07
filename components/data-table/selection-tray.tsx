'use client';

import { ChevronUp } from 'lucide-react';
import { lazy, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { OnDemand } from '@/components/ui/on-demand';
import { formatCount } from './format-count';
import { type Selection, useSelected } from './selection';

const load = () => import('./selection-review');
const SelectionReview = lazy(load);

interface SelectionTrayProps {
  selection: Selection;
  /** What is selected: "contact". */
  noun: string;
  /** What can be done with it. */
  children: ReactNode;
}

/** How many are selected, wherever they are, what can be done with them, and the way to look at or drop single ones. */
export function SelectionTray({ selection, noun, children }: SelectionTrayProps) {
  const selected = useSelected(selection);
  if (selected.size === 0) return null;
  const face = (
    <Button variant="ghost" size="sm">
      <span className="font-semibold">{formatCount(selected.size)} selected</span>
      <ChevronUp aria-hidden className="text-muted" />
    </Button>
  );
  return (
    <section
      aria-label="Selection"
      className="pointer-events-none fixed inset-x-0 bottom-15 z-30 flex justify-center px-3 md:absolute md:bottom-15"
    >
      <div className="pointer-events-auto flex max-w-full items-center gap-1 rounded-lg bg-raised p-1 shadow-popup">
        <OnDemand face={face} popup="dialog" load={load}>
          <SelectionReview trigger={face} selection={selection} selected={selected} noun={noun} />
        </OnDemand>
        <span aria-hidden className="h-5 w-px bg-line" />
        {children}
        <Button variant="ghost" size="sm" onClick={() => selection.clear()}>
          Clear
        </Button>
      </div>
    </section>
  );
}
