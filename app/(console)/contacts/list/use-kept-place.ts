'use client';

import { type RefObject, useLayoutEffect } from 'react';

/**
 * While `isShown`, what `ref` refers to stands above the buttons at the end of a form and below its fields. Where the buttons
 * are not held at the end of the window, that pushes them down: the page is scrolled by as much, and back once it is gone.
 */
export function useKeptPlace(ref: RefObject<HTMLElement | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    const added = ref.current;
    const form = added?.closest('form');
    if (!isShown || !added || !form) return;
    const height = added.offsetHeight + GAP;
    if (form.getBoundingClientRect().bottom - height >= window.innerHeight) return;
    const scroller = scrollerOfPage();
    scroller.scrollBy(0, height);
    let { scrollTop } = scroller;
    const follow = () => {
      scrollTop = scroller.scrollTop;
    };
    addEventListener('scroll', follow, { capture: true, passive: true });
    return () => {
      removeEventListener('scroll', follow, { capture: true });
      // From where it was: by now the page is shorter, which may have moved it.
      scroller.scrollTo(0, scrollTop - height);
    };
  }, [ref, isShown]);
}

/** Pixels between what stands above the buttons and what is below. */
const GAP = 8;

/** On narrow screens the whole page scrolls. */
function scrollerOfPage(): Element {
  const main = document.getElementById('main');
  return main && getComputedStyle(main).overflowY !== 'visible' ? main : document.documentElement;
}
