/** Milliseconds: what is not there after that is not to take the keyboard from the page. */
const LONGEST = 5_000;
const POPUPS = '[role=dialog], [role=alertdialog], [role=menu]';

let letGo = () => {};

/**
 * Keeps the keys from the page between the press that opens a popup and the moment the popup has the focus: what stands
 * below must not take them for its own. What was typed is then given to the field that has the focus, if one has, and Enter
 * after it, which ends it: a form is not sent by that.
 *
 * @param onEscape What is not there yet is not wanted any more.
 * @returns lets go of the keys.
 */
export function holdKeys(onEscape: () => void): () => void {
  letGo();
  let text = '';
  let isEntered = false;
  const held = new AbortController();
  const { signal } = held;
  letGo = () => held.abort();
  const timer = setTimeout(letGo, LONGEST);
  signal.addEventListener('abort', () => clearTimeout(timer));
  addEventListener(
    'keydown',
    (event) => {
      const { key, ctrlKey, metaKey, altKey, isComposing } = event;
      // Those of the browser, and of the command menu.
      if (ctrlKey || metaKey || altKey || isComposing || /^F\d/.test(key)) return;
      event.preventDefault();
      event.stopPropagation();
      if (key === 'Escape') {
        held.abort();
        onEscape();
      } else if (isEntered) return;
      else if (key.length === 1) text += key;
      else if (key === 'Backspace') text = text.slice(0, -1);
      else if (key === 'Enter') isEntered = text !== '';
    },
    { capture: true, signal },
  );
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target as Element).closest(POPUPS)) return;
      held.abort();
      // As if it was typed, which undoing it is part of. What is no field takes nothing.
      if (text) queueMicrotask(() => document.execCommand('insertText', false, text));
      // What the text leads to is on the page by then.
      if (isEntered)
        setTimeout(() => {
          const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
          document.activeElement?.dispatchEvent(enter);
        });
    },
    { signal },
  );
  return () => held.abort();
}
