import type { RefObject } from 'react';
import type { Selection } from './selection';

/**
 * Where the focus goes when a dialog about the selection is closed: where it was, which `null` stands for, while there
 * still is a selection; the heading when its tray is gone.
 */
export function focusAfter(
  selection: Selection,
  headingRef: RefObject<HTMLElement | null>,
): RefObject<HTMLElement | null> {
  return {
    get current() {
      return selection.count > 0 ? null : headingRef.current;
    },
  };
}
