'use client';

import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '@/components/ui/button';
import { focusMain } from '@/components/ui/focus-main';
import { Popover, PopoverPopup, PopoverTitle, PopoverTrigger } from '@/components/ui/popover';
import { countOf, formatCount } from './format-count';
import type { Selected, Selection } from './selection';

/** Longer lists are not reviewed one by one. */
const REVIEWED = 200;

interface SelectionReviewProps {
  trigger: ReactElement;
  selection: Selection;
  selected: Selected;
  noun: string;
}

/** What is selected, one by one, to look at or to drop. */
export function SelectionReview({ trigger, selection, selected, noun }: SelectionReviewProps) {
  const items = [...selected].slice(0, REVIEWED);
  return (
    <Popover>
      <PopoverTrigger render={trigger} />
      <PopoverPopup sideOffset={8} className="flex max-h-80 w-72 flex-col p-0!">
        <PopoverTitle className="border-b border-line px-3 py-2 text-sm font-medium">
          {countOf(selected.size, noun)} selected
        </PopoverTitle>
        <ul className="min-h-0 overflow-y-auto p-1">
          {items.map(([id, label]) => (
            <li key={id} className="flex items-center justify-between gap-2 rounded-md pl-2 hover:bg-hover">
              <span className="truncate text-sm">{label}</span>
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={`Drop ${label}`}
                onClick={({ currentTarget }) => {
                  const item = currentTarget.closest('li');
                  const next = item?.nextElementSibling ?? item?.previousElementSibling;
                  selection.drop([id]);
                  if (next) next.querySelector('button')?.focus();
                  else focusMain();
                }}
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
  );
}
