'use client';

import { ChevronUp, X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Button } from '@/components/ui/button';
import { focusMain } from '@/components/ui/focus-main';
import { countOf, formatCount } from './format-count';
import { type AllMatching, type Selection, useAllMatching, useSelected, useShowsAll } from './selection';
import { SelectionReview } from './selection-review';

interface SelectionTrayProps {
  selection: Selection;
  /** What is selected: "contact". */
  noun: string;
  /** Leads to all that match; needed where all can be selected. */
  onShow?(filter: AllMatching['filter']): void;
  /** Beside the number: the way to more. */
  more?: ReactNode;
  /** What can be done with it. */
  children: ReactNode;
}

/** How many are selected, wherever they are, what can be done with them, and the way to look at or drop single ones. */
export function SelectionTray({ selection, noun, onShow, more, children }: SelectionTrayProps) {
  const selected = useSelected(selection);
  const all = useAllMatching(selection);
  const shown = useShowsAll(selection);
  const empty = selected.size === 0 && !all;
  // Messages keep clear of it.
  useEffect(() => {
    document.documentElement.toggleAttribute('data-tray', !empty);
    return () => document.documentElement.removeAttribute('data-tray');
  }, [empty]);
  if (empty) return null;
  const face = (
    <Button variant="ghost" size="sm">
      <span className="font-semibold">{formatCount(selected.size)} selected</span>
      <ChevronUp aria-hidden className="text-muted" />
    </Button>
  );
  return (
    <section
      aria-label="Selection"
      tabIndex={-1}
      className="group/tray pointer-events-none fixed outline-none print:hidden inset-x-0 bottom-[calc(3.75rem+var(--foot,0rem))] z-30 flex justify-center px-3 md:absolute md:bottom-15"
    >
      <div className="pointer-events-auto flex max-w-full flex-wrap items-center justify-center gap-1 rounded-lg bg-raised p-1 shadow-popup group-focus-visible/tray:outline-2 group-focus-visible/tray:outline-accent max-sm:[&_button]:px-1.5! forced-colors:border">
        {/* Where there is no room for all in one line: what is selected, and what can be done with it. */}
        <div className="flex min-w-0 flex-wrap items-center justify-center gap-1">
          {all ? (
            <p className="min-w-0 truncate px-2 text-sm font-semibold">{allWords(all, noun)} selected</p>
          ) : (
            <SelectionReview trigger={face} selection={selection} selected={selected} noun={noun} />
          )}
          {all && !shown ? (
            <Button variant="ghost" size="sm" onClick={() => onShow?.(all.filter)}>
              Show
            </Button>
          ) : null}
          {more}
        </div>
        <span aria-hidden className="h-5 w-px bg-line max-sm:hidden" />
        <div className="flex items-center gap-1">
          {children}
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              selection.clear();
              focusMain();
            }}
          >
            <X aria-hidden className="sm:hidden" />
            <span className="max-sm:sr-only">Clear</span>
          </Button>
        </div>
      </div>
    </section>
  );
}

/** "All 4,312 matching “acme”" */
export function allWords({ count, words }: AllMatching, noun: string): string {
  return `All ${words ? `${formatCount(count)} ${words}` : countOf(count, noun)}`;
}
