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
 * State of a popup that opens once the press on its button has been painted: to mount it takes longer than an answer to the
 * press may. A key opens it at once, so that the next key finds it.
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

/** Whether it is of a mouse, pen or finger: a click by a key or a script has no detail. */
export const isPointer = (event: Event): boolean =>
  event instanceof MouseEvent && (event.type !== 'click' || event.detail > 0);

/** Calls back when what has changed so far has been painted. */
export function afterPaint(callback: () => void): void {
  requestAnimationFrame(() => setTimeout(callback));
}
