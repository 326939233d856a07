import type { Page } from '@playwright/test';

/**
 * Translates every page as Google Translate does: each text is replaced by `<font><font>…</font></font>`, from when the page
 * is hydrated, and later texts as soon as they come. The foreign language is English in capitals.
 */
export async function translate(page: Page): Promise<void> {
  await page.addInitScript(() => {
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
    const isHydrated = () => {
      const shown = [...document.querySelectorAll('h1, button, main a')];
      return (
        shown.length > 0 &&
        shown.every((each) => Object.keys(each).some((key) => key.startsWith('__reactFiber')))
      );
    };
    // Before that, React throws the page of the server away and makes its own.
    async function start() {
      while (document.readyState !== 'complete' || !isHydrated()) await new Promise(requestAnimationFrame);
      replaceBelow(document.body);
      new MutationObserver((records) => {
        for (const { target, addedNodes } of records)
          if (target instanceof Text) replaceBelow(target);
          else addedNodes.forEach(replaceBelow);
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    }
    void start();
  });
}

/** Texts that a reader sees untranslated: of React's, that nobody has replaced again. */
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
