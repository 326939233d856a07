import type { KeyboardEvent } from 'react';

/** Keys for a list of checkboxes with a search box: arrows move, Enter chooses (in the box, the first match). */
export function chooseByKeys(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
  // Browsers handle the arrows of radio buttons.
  const controls = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:not([type=radio])')];
  const index = controls.indexOf(event.target as HTMLInputElement);
  const control = controls[index];
  // The element itself may have the focus.
  if (!control && event.target !== event.currentTarget) return;
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step !== 0) {
    event.preventDefault();
    controls[Math.min(controls.length - 1, Math.max(0, index + step))]?.focus();
  } else if (event.key === 'Enter' && control) {
    event.preventDefault();
    const isBox = control.type !== 'checkbox';
    // Without a search, Enter chooses nothing.
    if (!isBox || control.value.trim() !== '') controls[isBox ? index + 1 : index]?.click();
  }
}
