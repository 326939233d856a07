import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { CONTACTS_VIEW } from '@/components/contacts/contact-list-state';
import { parseTableView } from '@/components/data-table/table-view';
import { isFree, isShortcut } from '@/components/data-table/use-table-keys';
import { holdKeys } from '@/components/hooks/hold-keys';
import { leavePage } from '@/components/hooks/leave-page';
import { useCan } from '@/components/hooks/use-can';
import { useDocumentKeys } from '@/components/hooks/use-document-keys';
import { forgetUndos, undoLast } from '@/components/ui/toast';

/** Pages by the key after G. */
const pages: Record<string, string> = { c: '/contacts', s: '/segments', i: '/import', a: '/activity' };
/** Milliseconds between G and the next key. */
const PAUSE = 1_500;

/**
 * Single keys of every page, unless turned off: a letter presses the element with it in `aria-keyshortcuts`, or focuses it
 * if it is a field. G and a second key open a page, C adds a contact, Z undoes this tab's last change, as Ctrl+Z and ⌘Z do.
 */
export function useConsoleKeys(): void {
  const router = useRouter();
  const mayAdd = useCan('upsertContact');
  const begun = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => forgetUndos, []);
  useDocumentKeys((event) => {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey || areKeysEnabled());
    if (isUndo && !event.shiftKey && !event.repeat && isFree(event) && undoLast())
      return event.preventDefault();
    if (!isShortcut(event) || event.shiftKey || event.repeat || !areKeysEnabled()) return;
    const key = event.key.toLowerCase();
    const goes = event.timeStamp - begun.current < PAUSE;
    begun.current = key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
    const page = goes ? pages[key] : key === 'c' && mayAdd ? '/contacts/new' : undefined;
    const target = goes ? undefined : findTarget(key);
    if (!page && !target) return;
    event.preventDefault();
    // Typing replaces the value.
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
      target.focus();
      return target.select();
    }
    if (!goes) holdKeys();
    if (page) return leavePage(() => router.push(page));
    target?.click();
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

/** Whether single-key shortcuts are on, by the setting of the contact table. */
function areKeysEnabled(): boolean {
  const [, value] = new RegExp(`(?:^|; )${CONTACTS_VIEW}=([^;]*)`).exec(document.cookie) ?? [];
  return parseTableView(value && decodeURIComponent(value)).keys;
}
