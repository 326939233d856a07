import type { Page } from '@playwright/test';

/**
 * Translates every page like Google Translate: replaces each text by `<font><font>…</font></font>` after hydration, and later
 * texts as they appear. The foreign language is English in capitals.
 *
 * @param early Translates the server's HTML before hydration, which makes React discard it.
 */
export async function translate(page: Page, early = false): Promise<void> {
  await page.addInitScript((early) => {
    const foreign = (text: string) => text.toLocaleUpperCase('en');
    function replace(text: Text) {
      const value = text.nodeValue ?? '';
      if (!text.parentElement || !/\p{L}|\p{N}/u.test(value)) return;
      if (text.parentElement.closest('font, script, style, noscript, textarea, title, [translate=no]'))
        return;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = foreign(value);
      outer.append(inner);
      text.parentElement.insertBefore(outer, text);
      text.parentElement.removeChild(text);
    }
    function replaceBelow(root: Node) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts = root instanceof Text ? [root] : [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      texts.forEach(replace);
    }
    let isTranslated = false;
    function start() {
      if (isTranslated) return;
      isTranslated = true;
      replaceBelow(document.body);
      new MutationObserver((records) => {
        for (const { target, addedNodes } of records)
          if (target instanceof Text) replaceBelow(target);
          else addedNodes.forEach(replaceBelow);
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    }
    if (early) return addEventListener('DOMContentLoaded', start);
    interface Fiber {
      child: Fiber | null;
      sibling: Fiber | null;
      memoizedState: { dehydrated?: unknown; isDehydrated?: boolean } | null;
    }
    function isHydrated(fiber: Fiber | null): boolean {
      for (let each = fiber; each; each = each.sibling) {
        if (each.memoizedState?.dehydrated || each.memoizedState?.isDehydrated) return false;
        if (!isHydrated(each.child)) return false;
      }
      return true;
    }
    // React calls this hook of its developer tools after each commit.
    const hook = {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: (_: number, { current }: { current: Fiber }) => isHydrated(current) && start(),
      onPostCommitFiberRoot: () => {},
      onCommitFiberUnmount: () => {},
    };
    Object.assign(window, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });
  }, early);
}

/** Untranslated texts on the page: those that React has rendered and the translation has not replaced. */
export const untranslated = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) {
      const { parentElement, nodeValue } = walker.currentNode;
      if (parentElement?.closest('font, script, style, noscript, textarea, title, [translate=no]')) continue;
      if (/\p{L}|\p{N}/u.test(nodeValue ?? '')) found.push(nodeValue as string);
    }
    return found;
  });
