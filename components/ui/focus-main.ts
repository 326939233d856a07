/** What had the focus is gone, or the page is another one: the next Tab begins at the content of the page. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}
