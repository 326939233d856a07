import { Popover as Primitive } from '@base-ui/react/popover';
import type { ComponentProps } from 'react';
import { usePopup } from '@/components/hooks/use-popup';
import { cn } from './cn';
import { popupClasses } from './popup-classes';

/** A popover, opened by a pointer only after its button has been painted (`usePopup`). */
export function Popover({
  children,
  ...rest
}: Pick<Primitive.Root.Props, 'open' | 'defaultOpen' | 'onOpenChange' | 'children'>) {
  return <Primitive.Root {...usePopup(rest)}>{children}</Primitive.Root>;
}
/** Renders an unstyled button; style it with `render={<Button />}`. */
export const PopoverTrigger = Primitive.Trigger;
export const PopoverTitle = Primitive.Title;
export const PopoverClose = Primitive.Close;

interface PopoverPopupProps
  extends ComponentProps<typeof Primitive.Popup>,
    Pick<
      ComponentProps<typeof Primitive.Positioner>,
      'sideOffset' | 'disableAnchorTracking' | 'collisionAvoidance'
    > {}

export function PopoverPopup({
  sideOffset = 4,
  disableAnchorTracking,
  collisionAvoidance,
  className,
  ...rest
}: PopoverPopupProps) {
  return (
    <Primitive.Portal>
      <Primitive.Positioner
        align="start"
        sideOffset={sideOffset}
        disableAnchorTracking={disableAnchorTracking}
        collisionPadding={8}
        collisionAvoidance={collisionAvoidance}
        className="z-50 max-w-[calc(100vw-1rem)] outline-none"
      >
        <Primitive.Popup {...rest} className={cn(popupClasses, className)} />
      </Primitive.Positioner>
    </Primitive.Portal>
  );
}
