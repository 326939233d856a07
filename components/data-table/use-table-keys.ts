'use client';

import { type RefObject, useEffect, useRef } from 'react';
import { focusMain } from '@/components/ui/focus-main';
import type { PageMeta } from '@/lib/contract/page';
import { extendSelection } from './extend-selection';
import { pageSteps } from './page-steps';
import type { Selectable, Selection } from './selection';

interface TableKeys {
  enabled: boolean;
  bodyRef: RefObject<HTMLTableSectionElement | null>;
  searchRef: RefObject<HTMLInputElement | null>;
  /** The rows in the order they are shown. */
  rows: readonly Selectable[];
  /** `null` where there is nothing to do with selected rows, or as long as these are not those that were asked for. */
  selection: Selection | null;
  /** Of the page that is shown; absent as long as it is not the one that was asked for. */
  meta: PageMeta | undefined;
  onPage(page: number, cursor: string | null): void;
  /** Where there is a list of keys. */
  onHelp?(): void;
}

/** Single keys of a table: j, k and arrows move, x selects, Shift extends, n and p turn pages, / searches, ? tells of them. */
export function useTableKeys(keys: TableKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (latest.current.enabled) onKey(event, latest.current);
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

function onKey(event: KeyboardEvent, keys: TableKeys): void {
  const { bodyRef, searchRef, rows, selection, meta, onPage, onHelp } = keys;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as HTMLElement;
  if (isTyping(target) || document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]'))
    return;

  if (event.key === '/') {
    event.preventDefault();
    searchRef.current?.focus();
    searchRef.current?.select();
    return;
  }
  if (event.key === '?' && onHelp) {
    event.preventDefault();
    onHelp();
    return;
  }

  const body = bodyRef.current;
  if (!body) return;
  const inTable = body.contains(target);
  const turn = turns[event.key.toLowerCase()];
  if (turn) {
    event.preventDefault();
    const to = meta && pageSteps(meta)[turn];
    if (!to) return;
    // From there j leads to the first row of the page that comes.
    if (inTable) focusMain();
    return onPage(...to);
  }
  const current = rows.findIndex(({ id }) => id === target.closest<HTMLElement>('tr[data-row]')?.dataset.row);
  const step = stepOf(event, inTable || target === document.body || target.id === 'main');
  if (step !== 0) {
    event.preventDefault();
    const next = Math.min(rows.length - 1, Math.max(0, current === -1 ? 0 : current + step));
    const row = rows[next];
    if (!row) return;
    focusRow(body, row.id);
    if (event.shiftKey && current !== -1 && selection) {
      const from = rows[current] as Selectable;
      if (!selection.endsRange(from.id)) selection.toggle(from, true);
      selection.extend(rows, row.id);
    }
    return;
  }
  const item = rows[current];
  if (event.key.toLowerCase() === 'x' && item && selection) {
    event.preventDefault();
    if (event.shiftKey) extendSelection(selection, rows, item.id, true);
    else selection.toggle(item);
  }
}

const turns: Record<string, 'next' | 'previous'> = { n: 'next', p: 'previous' };

/** Arrows scroll the page unless the focus is on a row or nowhere; letters always move. */
function stepOf(event: KeyboardEvent, arrows: boolean): -1 | 0 | 1 {
  const key = event.key.toLowerCase();
  if (key === 'j' || (arrows && key === 'arrowdown')) return 1;
  if (key === 'k' || (arrows && key === 'arrowup')) return -1;
  return 0;
}

/** Gives the focus to the row's link, or to its checkbox where it has none. */
export function focusRow(body: HTMLElement, id: string): void {
  const row = body.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(id)}"]`);
  const target = row?.querySelector<HTMLElement>('[data-row-link]') ?? row?.querySelector('input');
  target?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
}

function isTyping(target: HTMLElement): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox' && target.type !== 'radio';
  return target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName);
}
