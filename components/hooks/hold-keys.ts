/** Gives up holding keys after this time, in milliseconds. */
const GIVE_UP = 10_000;
/** Keys that are held besides those that type a character. */
const OTHERS = ['Enter', 'Escape', 'Backspace', 'ArrowDown', 'ArrowUp', 'Tab'];

/** Ends the current hold, if any, and returns its keys. */
let stop = (): KeyboardEvent[] => [];

/**
 * Keeps the keys pressed from now until `isOpen`, so that nothing behind acts on them, then types them where the focus is.
 * Escape is kept, too; a second one or a press of the pointer gives up. By default, waits until the focus has moved to a text
 * field or into a popup. `first`: keys that were pressed before.
 */
export function holdKeys(isOpen: () => boolean = watchFocus(), first: readonly KeyboardEvent[] = []): void {
  const held = [...first, ...stop()];
  const until = performance.now() + GIVE_UP;
  let isTypingKeys = false;
  const end = () => {
    window.removeEventListener('keydown', onKey, true);
    window.removeEventListener('pointerdown', end, true);
    stop = () => [];
    return held;
  };
  /** Types the keys, and pauses after each text and other key, so that React renders what it does. */
  async function release() {
    isTypingKeys = true;
    while (held.length > 0 && stop === end) {
      typeNext(held);
      await new Promise((resolve) => setTimeout(resolve));
    }
    if (stop === end) end();
  }
  function onKey(event: KeyboardEvent) {
    const { key } = event;
    if (!event.isTrusted) return;
    const isGivingUp = key === 'Escape' && held.at(-1)?.key === key;
    if (isGivingUp || (isOpen() && held.length === 0)) return void end();
    const isModified =
      (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph');
    if (isModified || (key.length > 1 && !OTHERS.includes(key))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // The key that opens may still be down.
    if (!event.repeat || held.length > 0) held.push(event);
  }
  function check() {
    if (stop !== end || isTypingKeys) return;
    if (isOpen()) void release();
    else if (performance.now() > until) end();
    else requestAnimationFrame(check);
  }
  stop = end;
  window.addEventListener('keydown', onKey, true);
  window.addEventListener('pointerdown', end, true);
  requestAnimationFrame(check);
}

/** Whether the element takes letters itself: a text field or a select. */
export function isTyping(target: Element): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox' && target.type !== 'radio';
  return (target as HTMLElement).isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName);
}

const POPUPS = '[role=dialog], [role=alertdialog], [role=menu]';
const FIELDS = 'input:not([type=checkbox], [type=radio]), textarea';

/** Returns a function that tells whether the focus has moved to a text field, or into a popup that has none. */
function watchFocus(): () => boolean {
  const before = document.activeElement;
  return () => {
    const now = document.activeElement;
    if (!now || now === before) return false;
    return now.matches(FIELDS) || now.closest(POPUPS)?.querySelector(FIELDS) === null;
  };
}

/** Whether `path` is shown and has loaded, or a question about leaving the page is. */
export const isPageOpen = (path: string): boolean =>
  (window.location.pathname === path && isLoaded('main')) || isAsking();

/** Returns a function that tells whether another part beside the list has loaded, or the one there has the focus. */
export function watchSide(): () => boolean {
  const before = document.getElementById('side');
  return () => {
    const now = document.getElementById('side');
    const isOther = now !== null && (now !== before || now === document.activeElement);
    return (isOther && isLoaded('side')) || isAsking();
  };
}

const isLoaded = (id: string) => !document.querySelector(`#${id} .animate-pulse`);
const isAsking = () => document.querySelector('[role=alertdialog]') !== null;

/** Types the text that the held keys begin with, or presses the first one. Enter saves a form, but presses no button. */
function typeNext(held: KeyboardEvent[]): void {
  const target = document.activeElement ?? document.body;
  const isField = target.matches(FIELDS);
  const other = held.findIndex(({ key }) => !isField || key.length > 1);
  const text = held.splice(0, other < 0 ? held.length : other);
  if (text.length > 0) document.execCommand('insertText', false, text.map(({ key }) => key).join(''));
  const event = text.length > 0 ? undefined : held.shift();
  if (!event) return;
  const { key, code, shiftKey } = event;
  if (isField && key === 'Backspace') return void document.execCommand('delete');
  const pressed = { key, code, shiftKey, bubbles: true, cancelable: true };
  const isFree = target.dispatchEvent(new KeyboardEvent('keydown', pressed));
  if (isFree && key === 'Enter' && target instanceof HTMLInputElement) target.form?.requestSubmit();
}
