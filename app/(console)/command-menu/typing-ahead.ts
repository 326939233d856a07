/** What was typed so far. */
let text = '';

/**
 * Keeps what is typed from the keys that open the menu on until its field has the focus: what stands on the page must not
 * take it for keys of its own, and somebody who knows what to look for does not wait.
 */
export function catchTyping(): void {
  text = '';
  document.addEventListener('keydown', catchKey, { capture: true });
}

/** What was typed meanwhile. From now on keys go where they always go. */
export function takeTyping(): string {
  document.removeEventListener('keydown', catchKey, { capture: true });
  const typed = text;
  text = '';
  return typed;
}

function catchKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event;
  if (ctrlKey || metaKey || altKey || isComposing) return;
  if (key.length === 1) text += key;
  else if (key === 'Backspace') text = text.slice(0, -1);
  // Of what is not there yet, nothing can be chosen.
  else if (key !== 'Enter') return;
  event.preventDefault();
  event.stopPropagation();
}
