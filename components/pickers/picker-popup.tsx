import { Combobox } from '@base-ui/react/combobox';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '@/components/ui/cn';
import { popupClasses, popupContainer } from '@/components/ui/popup-classes';

/** Classes of an option in a `PickerPopup`. */
export const optionClasses =
  'flex min-h-8 items-center gap-2 rounded-md px-2 text-sm outline-none select-none data-highlighted:bg-hover';

interface PickerPopupProps extends Pick<ComponentProps<typeof Combobox.List>, 'children'> {
  /** Shown if there is no option. */
  empty?: ReactNode;
  /** Whether the list is mounted before it opens, not shown. Base UI, which does not know the popup, would show it. */
  hidden?: boolean;
  /** Whether the picker is inside a dialog, where the list must not be mounted in the main landmark. */
  inDialog?: boolean;
}

/** The list under a combobox or autocomplete. Base UI's own popup has a role that axe refuses around it (mui/base-ui#5528). */
export function PickerPopup({ empty, hidden = false, inDialog = false, children }: PickerPopupProps) {
  return (
    <Combobox.Portal keepMounted container={inDialog ? undefined : popupContainer('main')}>
      <Combobox.Positioner
        positionMethod="fixed"
        sideOffset={4}
        collisionPadding={8}
        className="z-50 outline-none"
      >
        <div
          className={cn(
            popupClasses,
            hidden ? 'hidden' : 'flex',
            'max-h-[min(var(--available-height),20rem)] w-(--anchor-width) min-w-48 flex-col',
          )}
        >
          {empty}
          {/* The list itself scrolls, because the field's aria attributes refer to it. */}
          <Combobox.List aria-label="Suggestions" className="min-h-0 overflow-y-auto overscroll-contain">
            {children}
          </Combobox.List>
        </div>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}
