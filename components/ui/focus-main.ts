/** Moves the focus to the page's content after a navigation or when the focused element is gone. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}

/**
 * A ref of what goes together with a button in it, once that was pressed: where it has the focus then, the next Tab
 * begins around it, at what stays and can have the focus, or at the content of the page.
 */
export function focusAround(element: HTMLElement | null): () => void {
  return () => {
    if (!element?.contains(document.activeElement)) return;
    const around = element.parentElement?.closest<HTMLElement>('[tabindex="-1"]');
    if (around) around.focus({ preventScroll: true });
    else focusMain();
  };
}
