import { type RefObject, useEffect, useRef } from 'react';

/** Lists show all that they have in a tooltip. */
const CONTROLS = 'a[href], :is(button, input, select):enabled, ul[tabindex]';

/** The visible focusable controls of a table or row, in document order; lists only if they are cut off. */
export const getControls = (part: Element): HTMLElement[] =>
  [...part.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) => control.checkVisibility() && (!control.matches('ul') || isCutOff(control)),
  );

/** Whether lines of an element have no room. */
export const isCutOff = ({ scrollHeight, clientHeight }: HTMLElement): boolean => scrollHeight > clientHeight;

/**
 * Makes a table one Tab stop: the control focused last, at first the first row's. `useTableKeys` moves the focus inside.
 *
 * @param selectedId Id of the element that describes a selected row to screen readers; `null` leaves the table unchanged.
 * @param rows A change of `rows` or `shownIds` sets the Tab stop again, because the controls have changed.
 */
export function useOneTabStop(
  tableRef: RefObject<HTMLTableElement | null>,
  selectedId: string | null,
  rows: readonly unknown[] | undefined,
  shownIds: string,
): void {
  const stopRef = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const table = tableRef.current;
    if (!table || selectedId === null) return;
    const controls = table.querySelectorAll<HTMLElement>(CONTROLS);
    const stop = stopRef.current;
    // A control in the head stays the Tab stop only while it has the focus.
    if (!stop || !(table.contains(stop) && (stop.closest('tbody') || stop === document.activeElement)))
      stopRef.current =
        table.querySelector<HTMLElement>('[data-row-link]') ??
        table.querySelector<HTMLElement>('tbody input') ??
        controls[0] ??
        null;
    for (const control of controls) control.tabIndex = control === stopRef.current ? 0 : -1;
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || !target.matches(CONTROLS)) return;
      if (stopRef.current) stopRef.current.tabIndex = -1;
      stopRef.current = target;
      target.tabIndex = 0;
      // A checkbox announces its state itself; a link needs the description.
      if (target.matches('[data-selected] a')) target.setAttribute('aria-describedby', selectedId);
      else target.removeAttribute('aria-describedby');
    };
    table.addEventListener('focusin', onFocus);
    return () => table.removeEventListener('focusin', onFocus);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- other rows and columns have other controls
  }, [tableRef, selectedId, rows, shownIds]);
}
