/** Where popups are mounted: inside a landmark, so that assistive technology finds them there; else in the body. */
export function popupContainer(landmark: string): HTMLElement | undefined {
  if (typeof document === 'undefined') return undefined;
  return document.getElementById(landmark) ?? undefined;
}
