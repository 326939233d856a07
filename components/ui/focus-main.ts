/** Moves the focus to the page's content, after a navigation or when the focused element was removed. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}

/** A ref callback. If the element is removed while it has the focus, focuses its surroundings or the page's content. */
export function focusAround(element: HTMLElement | null): () => void {
  return () => {
    if (!element?.contains(document.activeElement)) return;
    const around = element.parentElement?.closest<HTMLElement>('[tabindex="-1"]');
    if (around) around.focus({ preventScroll: true });
    else focusMain();
  };
}
