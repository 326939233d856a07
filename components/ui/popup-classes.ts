import { cn } from './cn';

/** Classes of all popups. */
export const popupClasses = cn(
  'rounded-lg bg-raised p-1 text-base text-ink shadow-popup outline-none',
  'origin-(--transform-origin) transition-[opacity,scale] duration-100',
  'data-starting-style:scale-98 data-starting-style:opacity-0 data-ending-style:opacity-0',
);

/** The landmark to mount a popup in, so that assistive technology finds it there; `undefined` for the body. */
export function popupContainer(landmark: string): HTMLElement | undefined {
  if (typeof document === 'undefined') return undefined;
  return document.getElementById(landmark) ?? undefined;
}
