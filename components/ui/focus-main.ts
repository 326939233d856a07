/** Moves the focus to the page's content after a navigation or when the focused element is gone. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}

/** A ref for an element removed with its focused button: moves the focus to its surroundings or the page's content. */
export function focusAround(element: HTMLElement | null): () => void {
  return () => {
    if (!element?.contains(document.activeElement)) return;
    const around = element.parentElement?.closest<HTMLElement>('[tabindex="-1"]');
    if (around) around.focus({ preventScroll: true });
    else focusMain();
  };
}
