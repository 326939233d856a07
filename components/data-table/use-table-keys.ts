import type { RefObject } from 'react';
import { holdKeys, isTyping } from '@/components/hooks/hold-keys';
import { useDocumentKeys } from '@/components/hooks/use-document-keys';
import { focusMain } from '@/components/ui/focus-main';
import type { PageMeta } from '@/lib/contract/page';
import { lastPage } from './paging-bar';
import type { Selectable, Selection } from './selection';
import { getControls } from './use-one-tab-stop';

interface TableKeys {
  enabled: boolean;
  bodyRef: RefObject<HTMLTableSectionElement | null>;
  searchRef: RefObject<HTMLInputElement | null>;
  /** The rows in the order they are shown. */
  rows: readonly Selectable[];
  /** `null` if rows cannot be selected or while the next rows are loading. */
  selection: Selection | null;
  /** The rows of the page while all matches are selected. */
  covered: readonly Selectable[] | undefined;
  /** Position of the page shown; absent while another page is loading. */
  meta: PageMeta | undefined;
  onPage(page: number): void;
  /** Id of the row that is open beside the table. */
  sideId?: string | null;
  /** Opens a row beside the table; `null` closes it. */
  onSide?(id: string | null): void;
  onHelp(): void;
}

/**
 * Keys of a table. Arrows, Home and End move through rows and controls, Space selects, Shift extends. Single keys can be
 * turned off: j and k move, x selects, n and p page, / searches, ? shows help.
 */
export function useTableKeys(keys: TableKeys): void {
  useDocumentKeys((event) => {
    const { bodyRef, searchRef, rows, selection, covered, meta, onPage, sideId, onSide, onHelp } = keys;
    if (!isShortcut(event)) return;
    if (event.key === 'Escape' && sideId) return onSide?.(null);
    const key = event.key.toLowerCase();
    if (!keys.enabled && key.length === 1 && key !== ' ') return;
    const target = event.target as HTMLElement;
    const body = bodyRef.current;
    const line = body?.parentElement?.contains(target) ? target.closest('tr') : null;
    const row = line?.dataset.row;
    const current = rows.findIndex(({ id }) => id === (line ? row : sideId));
    const item = rows[current];
    // With a contact at the side, P edits its phone.
    const turn = key === 'n' ? 1 : key === 'p' && !sideId ? -1 : 0;
    // Arrows move if the table or nothing has the focus, else they scroll. Letters always move.
    const arrows = line !== null || target === document.body || target.id === 'main';
    const down = (key === 'j' && !sideId) || (arrows && key === 'arrowdown');
    const up = (key === 'k' && !sideId) || (arrows && key === 'arrowup' && !(line && !row));
    const end = line && (key === 'home' ? rows[0] : key === 'end' ? rows.at(-1) : undefined);
    const sideways = line ? (key === 'arrowleft' ? -1 : key === 'arrowright' ? 1 : 0) : 0;

    if (key === '/') searchRef.current?.select();
    else if (key === '?') {
      holdKeys();
      onHelp();
    } else if (body && end) focusRow(body, end.id);
    else if (line && sideways) {
      const controls = getControls(line);
      controls[controls.indexOf(target) + sideways]?.focus();
    } else if (line && key === 'arrowup' && current === 0 && !event.shiftKey)
      getControls(line.closest('table')?.tHead ?? line)[0]?.focus();
    else if (turn && meta) {
      const page = meta.page + turn;
      if (page < 1 || page > lastPage(meta)) return;
      // With the focus on the page's content, j moves to the first row.
      focusMain();
      onPage(page);
    } else if (body && (down || up)) {
      const next =
        rows[Math.min(rows.length - 1, Math.max(0, current + (down ? 1 : current === -1 ? 1 : -1)))];
      if (!next) return;
      focusRow(body, next.id);
      if (event.shiftKey && item) selection?.set([item, next], true, covered);
    } else if (item && (key === 'x' || (key === ' ' && row && target.matches('a')))) {
      if (event.shiftKey) selection?.extend(rows, item.id, covered);
      else selection?.set([item], !(covered || selection.has(item.id)), covered);
    } else return;
    event.preventDefault();
  });
}

export const findRow = (body: HTMLElement, id: string) =>
  body.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(id)}"]`);

/** Focuses the row's link, else its checkbox, and scrolls it into view; does nothing if the row is not shown. */
export function focusRow(body: HTMLElement, id: string): void {
  const row = findRow(body, id);
  const target = row?.querySelector<HTMLElement>('[data-row-link]') ?? row?.querySelector('input');
  target?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
}

/** Whether a key may act as a shortcut: no field, dialog, menu or browser command takes it. */
export const isShortcut = (event: KeyboardEvent): boolean =>
  !event.ctrlKey && !event.metaKey && isFree(event);

/** Whether a key, with Ctrl or ⌘ or without, is taken by no field, dialog or menu. */
export const isFree = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.altKey &&
  !isTyping(event.target as HTMLElement) &&
  !document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]');
