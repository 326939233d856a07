import { Combobox } from '@base-ui/react/combobox';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '@/components/ui/cn';
import { popupClasses } from '@/components/ui/popup-classes';

/** Classes of an option in a `PickerPopup`. */
export const optionClasses =
  'flex min-h-8 items-center gap-2 rounded-md px-2 text-sm outline-none select-none data-highlighted:bg-hover';

interface PickerPopupProps extends Pick<ComponentProps<typeof Combobox.List>, 'children'> {
  /** Shown if there is no option. */
  empty?: ReactNode;
  /** Whether the list is mounted before it opens, not shown. */
  hidden?: boolean;
}

/**
 * The list under a combobox or autocomplete with the class `picker-field`. Not Base UI's own popup, which has a role that
 * axe refuses around it (mui/base-ui#5528), and whose place takes as long to compute as all the rest of opening it. The
 * combobox is `virtualized`, and its items have an `index`, because Base UI would scroll the page or panel to its top for each
 * key where the list fits (mui/base-ui#5231).
 */
export function PickerPopup({ empty, hidden = false, children }: PickerPopupProps) {
  return (
    <div
      popover="manual"
      ref={(element) => {
        element?.togglePopover(!hidden);
      }}
      className={cn(popupClasses, 'picker-popup min-w-48 flex-col open:flex')}
    >
      {empty}
      {/* The list itself scrolls, because the field's aria attributes refer to it. */}
      <Combobox.List aria-label="Suggestions" className="min-h-0 overflow-y-auto overscroll-contain">
        {children}
      </Combobox.List>
    </div>
  );
}
