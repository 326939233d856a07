/**
 * Where a menu or a list that opens above the page is put: into a landmark of it, so that assistive technology finds
 * it there and not beside everything. Pages without that landmark have it at the end of the body.
 */
export function popupContainer(landmark: string): HTMLElement | undefined {
  if (typeof document === 'undefined') return undefined;
  return document.getElementById(landmark) ?? undefined;
}
