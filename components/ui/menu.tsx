import { Menu as Primitive } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ComponentProps } from 'react';
import { usePopup } from '@/components/hooks/use-popup';
import { cn } from './cn';
import { popupClasses, popupContainer } from './popup-classes';

// Used as `import * as Menu`.

const itemClasses = cn(
  'flex min-h-8 w-full items-center gap-2 rounded-md px-2 text-left text-sm outline-none select-none',
  'data-highlighted:bg-hover data-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
);

/** A menu, opened by a pointer only after its button has been painted (`usePopup`). */
export function Root({
  children,
  ...rest
}: Pick<Primitive.Root.Props, 'defaultOpen' | 'onOpenChange' | 'children'>) {
  return <Primitive.Root {...usePopup(rest)}>{children}</Primitive.Root>;
}
/** Renders an unstyled button; style it with `render={<Button />}` or `className`. */
export const Trigger = Primitive.Trigger;
export const Group = Primitive.Group;
export const RadioGroup = Primitive.RadioGroup;

interface MenuPopupProps
  extends ComponentProps<typeof Primitive.Popup>,
    Pick<ComponentProps<typeof Primitive.Positioner>, 'align' | 'side'> {
  /** Id of the landmark that contains the trigger. */
  landmark?: string;
}

/** The menu, mounted in the landmark that contains its trigger. */
export function Popup({
  align = 'start',
  side = 'bottom',
  landmark = 'main',
  className,
  ...rest
}: MenuPopupProps) {
  return (
    <Primitive.Portal container={popupContainer(landmark)}>
      <Primitive.Positioner
        align={align}
        side={side}
        sideOffset={4}
        // `fixed` keeps a scrolling landmark from clipping the popup.
        positionMethod="fixed"
        className="z-50 outline-none"
      >
        {/* A long menu scrolls, so it must be focusable before an item is highlighted. */}
        <Primitive.Popup tabIndex={0} {...rest} className={cn(popupClasses, 'min-w-44', className)} />
      </Primitive.Positioner>
    </Primitive.Portal>
  );
}

type Unstyled<Props> = Omit<Props, 'className'>;

export function Item({
  danger,
  ...rest
}: Unstyled<ComponentProps<typeof Primitive.Item>> & { danger?: boolean }) {
  return (
    <Primitive.Item
      {...rest}
      className={cn(itemClasses, danger && 'text-danger data-highlighted:bg-danger-soft!')}
    />
  );
}

export function CheckboxItem({ children, ...rest }: Unstyled<ComponentProps<typeof Primitive.CheckboxItem>>) {
  return (
    <Primitive.CheckboxItem {...rest} className={itemClasses}>
      <span className="flex size-4 items-center text-accent">
        <Primitive.CheckboxItemIndicator>
          <Check aria-hidden />
        </Primitive.CheckboxItemIndicator>
      </span>
      {children}
    </Primitive.CheckboxItem>
  );
}

export function RadioItem({ children, ...rest }: Unstyled<ComponentProps<typeof Primitive.RadioItem>>) {
  return (
    <Primitive.RadioItem {...rest} className={itemClasses}>
      <span className="flex size-4 items-center text-accent">
        <Primitive.RadioItemIndicator>
          <Check aria-hidden />
        </Primitive.RadioItemIndicator>
      </span>
      {children}
    </Primitive.RadioItem>
  );
}

export function Label(props: Unstyled<ComponentProps<typeof Primitive.GroupLabel>>) {
  return <Primitive.GroupLabel {...props} className="px-2 py-1.5 text-xs font-medium text-muted" />;
}

export function Separator() {
  return <Primitive.Separator className="-mx-1 my-1 h-px bg-line" />;
}
