import { useState } from 'react';

interface ChangeDetails {
  event: Event;
  isCanceled: boolean;
}

interface PopupProps<Details> {
  open?: boolean;
  defaultOpen?: boolean;
  onOpenChange?(open: boolean, details: Details): void;
}

/**
 * State of a popup. On a pointer press, opens after the pressed button has been painted, because mounting delays the paint.
 * A key opens it at once, so that the popup receives the next key.
 */
export function usePopup<Details extends ChangeDetails>({
  open,
  defaultOpen = false,
  onOpenChange,
}: PopupProps<Details>) {
  const [isOpen, setOpen] = useState(defaultOpen);
  const change = (next: boolean, details: Details) => {
    onOpenChange?.(next, details);
    if (!details.isCanceled) setOpen(next);
  };
  return {
    open: open ?? isOpen,
    onOpenChange: (next: boolean, details: Details) => {
      if (next && isPointer(details.event)) afterPaint(() => change(next, details));
      else change(next, details);
    },
  };
}

/** Whether the event comes from a mouse, pen or finger. `detail` is 0 in clicks by a key or a script. */
export const isPointer = (event: Event): boolean =>
  event instanceof MouseEvent && (event.type !== 'click' || event.detail > 0);

/** Calls back after the next paint. */
export function afterPaint(callback: () => void): void {
  requestAnimationFrame(() => setTimeout(callback));
}
