'use client';

import { type ReactNode, type SyntheticEvent, useLayoutEffect, useRef } from 'react';
import { focusMain } from '@/components/ui/focus-main';
import { focusRow } from './use-table-keys';

interface TableAreaProps {
  /** Whether the tray of a selection lies over its end. */
  selected: boolean;
  children: ReactNode;
}

interface Place {
  /** Pixels it is scrolled by. */
  top: number;
  /** The row that was used last, and at which place it stood. */
  row?: { id: string; index: number };
}

/** Where tables were left, by their addresses: whoever comes back goes on from there. Browsers do that for whole pages only. */
const places = new Map<string, Place>();

/** Nothing has it yet but the page as a whole. */
const isFocusFree = () => document.activeElement === document.body || document.activeElement?.id === 'main';

const address = () => window.location.pathname + window.location.search;

/** Gives the focus to the row that stands where one stood that is gone. */
function focusInPlace(body: HTMLTableSectionElement, index: number): void {
  const next = body.rows[Math.min(index, body.rows.length - 1)]?.dataset.row;
  if (next) focusRow(body, next);
  else focusMain();
}

/** Where a table scrolls: what has the focus is never behind the header or the tray, and the last row can be seen. */
export function TableArea({ selected, children }: TableAreaProps) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const area = ref.current;
    const place = places.get(address());
    if (!area || !place) return;
    const body = area.querySelector('tbody');
    if (body && place.row && isFocusFree()) {
      const { id, index } = place.row;
      const isThere = [...body.rows].some((row) => row.dataset.row === id);
      if (isThere) focusRow(body, id);
      else focusInPlace(body, index);
    }
    area.scrollTop = place.top;
  }, []);
  const focused = useRef<{ row: HTMLTableRowElement; index: number }>(undefined);
  // A row that goes takes the focus with it, which the one in its place has then.
  useLayoutEffect(() => {
    if (!focused.current) return;
    const { row, index } = focused.current;
    if (row.isConnected) {
      focused.current.index = row.sectionRowIndex;
      return;
    }
    focused.current = undefined;
    const body = ref.current?.querySelector('tbody');
    if (!body || document.activeElement !== document.body) return;
    focusInPlace(body, index);
  });
  const remember = ({ target }: SyntheticEvent) => {
    const row = (target as Element).closest<HTMLTableRowElement>('tr[data-row]');
    const used = row?.dataset.row ? { id: row.dataset.row, index: row.sectionRowIndex } : undefined;
    const before = places.get(address());
    places.set(address(), { row: used ?? before?.row, top: ref.current?.scrollTop ?? 0 });
  };
  const onFocus = (event: SyntheticEvent) => {
    const row = (event.target as Element).closest<HTMLTableRowElement>('tr[data-row]');
    focused.current = row ? { row, index: row.sectionRowIndex } : undefined;
    remember(event);
  };
  return (
    <div
      ref={ref}
      role="presentation"
      onScroll={remember}
      onFocus={onFocus}
      onBlur={() => {
        focused.current = undefined;
      }}
      onClickCapture={remember}
      className="table-area min-h-0 flex-1 scroll-pt-9 scroll-pb-14 border-t border-line md:overflow-auto md:[scrollbar-gutter:stable] print:overflow-visible!"
    >
      {children}
      {selected ? <div className="h-14" /> : null}
    </div>
  );
}
