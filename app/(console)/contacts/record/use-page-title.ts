import { useLayoutEffect } from 'react';

/**
 * Keeps the title of the page: the one that came with it does not know of a new name, and React may put it there once
 * more when it gets to that part of the page, which is last. Without a name it is left alone.
 */
export function usePageTitle(name: string | undefined) {
  // It ends in the very change of the page that brings the next one's title.
  useLayoutEffect(() => {
    if (!name) return undefined;
    const observer = new MutationObserver(keep);
    observer.observe(document.head, { subtree: true, childList: true, characterData: true });
    keep();
    return () => observer.disconnect();

    function keep() {
      const title = `${name} · Roster`;
      if (document.title !== title) document.title = title;
      // What a title is read as has other spaces than were written: its own change is not to call this again.
      observer.takeRecords();
    }
  }, [name]);
}
