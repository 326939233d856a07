'use client';

import { ChevronUp, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Popover, PopoverPopup, PopoverTitle, PopoverTrigger } from '@/components/ui/popover';
import { countOf, formatCount } from './format-count';
import { type Selection, useSelected } from './selection';

/** Longer lists are not reviewed one by one. */
const REVIEWED = 200;

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
  const items = [...selected].slice(0, REVIEWED);
  return (
    <section
      aria-label="Selection"
      className="pointer-events-none fixed inset-x-0 bottom-15 z-30 flex justify-center px-3 md:absolute md:bottom-15"
    >
      <div className="pointer-events-auto flex max-w-full items-center gap-1 rounded-lg bg-raised p-1 shadow-popup">
        <Popover>
          <PopoverTrigger render={<Button variant="ghost" size="sm" />}>
            <span className="font-semibold">{formatCount(selected.size)} selected</span>
            <ChevronUp aria-hidden className="text-muted" />
          </PopoverTrigger>
          <PopoverPopup className="flex max-h-80 w-72 flex-col p-0">
            <PopoverTitle className="border-b border-line px-3 py-2 text-sm font-medium">
              {countOf(selected.size, noun)} selected
            </PopoverTitle>
            <ul className="min-h-0 overflow-y-auto p-1">
              {items.map(([id, label]) => (
                <li
                  key={id}
                  className="flex items-center justify-between gap-2 rounded-md pl-2 hover:bg-hover"
                >
                  <span className="truncate text-sm">{label}</span>
                  <Button
                    variant="ghost"
                    size="icon-sm"
                    aria-label={`Drop ${label}`}
                    onClick={() => selection.drop([id])}
                  >
                    <X aria-hidden />
                  </Button>
                </li>
              ))}
            </ul>
            {selected.size > REVIEWED ? (
              <p className="border-t border-line px-3 py-2 text-sm text-muted">
                and {formatCount(selected.size - REVIEWED)} more
              </p>
            ) : null}
          </PopoverPopup>
        </Popover>
        <span aria-hidden className="h-5 w-px bg-line" />
        {children}
        <Button variant="ghost" size="sm" onClick={() => selection.clear()}>
          Clear
        </Button>
      </div>
    </section>
  );
}
