import { Popover as Primitive } from '@base-ui/react/popover';
import type { ComponentProps } from 'react';
import { cn } from './cn';
import { popupClasses } from './popup-classes';

export const Popover = Primitive.Root;
/** Renders a plain button; give it a look with `render={<Button />}`. */
export const PopoverTrigger = Primitive.Trigger;
export const PopoverTitle = Primitive.Title;

export function PopoverPopup({
  sideOffset = 4,
  className,
  ...rest
}: ComponentProps<typeof Primitive.Popup> & { sideOffset?: number }) {
  return (
    <Primitive.Portal>
      <Primitive.Positioner
        align="start"
        sideOffset={sideOffset}
        collisionPadding={8}
        className="z-50 max-w-[calc(100vw-1rem)] outline-none"
      >
        <Primitive.Popup {...rest} className={cn(popupClasses, className)} />
      </Primitive.Positioner>
    </Primitive.Portal>
  );
}
