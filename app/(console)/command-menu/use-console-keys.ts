import { useRouter } from 'next/navigation';
import { useRef } from 'react';
import { CONTACTS_VIEW } from '@/components/contacts/contact-list-state';
import { parseTableView } from '@/components/data-table/table-view';
import { isShortcut } from '@/components/data-table/use-table-keys';
import { leavePage } from '@/components/hooks/leave-page';
import { useCan } from '@/components/hooks/use-can';
import { useDocumentKeys } from '@/components/hooks/use-document-keys';

/** Pages by the key after G. */
const pages: Record<string, string> = { c: '/contacts', s: '/segments', i: '/import', a: '/activity' };
/** Milliseconds between G and the next key. */
const PAUSE = 1_500;

/**
 * Single keys of every page, unless turned off: a letter presses the element with it in `aria-keyshortcuts`, or focuses it
 * if it is a field. G and a second key open a page, C adds a contact, Z presses Undo in the newest toast.
 */
export function useConsoleKeys(): void {
  const router = useRouter();
  const mayAdd = useCan('upsertContact');
  const begun = useRef(Number.NEGATIVE_INFINITY);
  useDocumentKeys((event) => {
    if (!isShortcut(event) || event.shiftKey || event.repeat || !areKeysEnabled()) return;
    const key = event.key.toLowerCase();
    const goes = event.timeStamp - begun.current < PAUSE;
    begun.current = key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
    const page = goes ? pages[key] : key === 'c' && mayAdd ? '/contacts/new' : undefined;
    const target = goes ? undefined : key === 'z' ? findUndoButton() : findTarget(key);
    if (!page && !target) return;
    event.preventDefault();
    if (page) return leavePage(() => router.push(page));
    if (target?.matches('input, textarea')) target.focus();
    else target?.click();
  });
}

/**
 * The last visible element with the key, a letter, because a contact beside the list takes precedence and comes after it.
 */
function findTarget(key: string): HTMLElement | undefined {
  if (!/^[a-z]$/.test(key)) return undefined;
  const found = document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
  return [...found].filter((one) => one.checkVisibility()).at(-1);
}

/** The Undo button of the newest toast, if it has one. */
function findUndoButton(): HTMLElement | undefined {
  const [newest] = document.querySelectorAll<HTMLElement>(
    '[data-sonner-toast][data-front=true] [data-action]',
  );
  return newest?.textContent === 'Undo' ? newest : undefined;
}

/** Whether single-key shortcuts are on, by the setting of the contact table. */
function areKeysEnabled(): boolean {
  const [, value] = new RegExp(`(?:^|; )${CONTACTS_VIEW}=([^;]*)`).exec(document.cookie) ?? [];
  return parseTableView(value && decodeURIComponent(value)).keys;
}
