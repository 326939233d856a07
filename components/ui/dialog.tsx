import { AlertDialog as AlertPrimitive } from '@base-ui/react/alert-dialog';
import { Dialog as Primitive } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { buttonClasses } from './button';
import { cn } from './cn';
import { focusMain } from './focus-main';

interface DialogProps {
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the confirming one last. */
  actions?: ReactNode;
  /** Element to focus on open; by default the first field or control. */
  initialFocus?: RefObject<HTMLElement | null>;
  className?: string;
  onClose(): void;
}

/** A dialog, open while mounted. Escape, the cross and, unless `holds` is set, a click outside close it. */
export function Dialog({ onClose, holds = false, ...frame }: DialogProps & { holds?: boolean }) {
  return (
    <Primitive.Root open disablePointerDismissal={holds} onOpenChange={() => onClose()}>
      <Frame {...frame} cross />
    </Primitive.Root>
  );
}

/** A dialog with role `alertdialog`, which a click outside does not close. */
export function AlertDialog({ onClose, ...frame }: DialogProps) {
  return (
    <AlertPrimitive.Root open onOpenChange={() => onClose()}>
      <Frame {...frame} />
    </AlertPrimitive.Root>
  );
}

/** The first text field, else the first select. */
function findFirstField(popup: HTMLElement | null): HTMLElement | null {
  const find = (selector: string) => popup?.querySelector<HTMLElement>(selector) ?? null;
  return find('input:not([type="checkbox"], [type="radio"]), textarea') ?? find('select');
}

/** Shared layout of both dialogs. */
function Frame({
  cross = false,
  title,
  description,
  children,
  actions,
  initialFocus,
  className,
}: Omit<DialogProps, 'onClose'> & { cross?: boolean }) {
  const popupRef = useRef<HTMLDivElement>(null);
  const [opener] = useState(() => document.activeElement);
  return (
    <Primitive.Portal>
      <Primitive.Backdrop className="fixed inset-0 z-50 bg-scrim transition-opacity duration-150 data-starting-style:opacity-0 data-ending-style:opacity-0" />
      <Primitive.Viewport className="fixed inset-0 z-50 flex items-center justify-center overflow-y-auto p-4">
        <Primitive.Popup
          ref={popupRef}
          initialFocus={
            initialFocus ?? ((type) => type === 'touch' || findFirstField(popupRef.current) || true)
          }
          finalFocus={() => {
            if (opener?.isConnected && !opener.matches('body, #main')) return true;
            // Otherwise Base UI focuses the first tabbable child of a non-tabbable opener.
            focusMain();
            return false;
          }}
          className={cn(
            'relative flex max-h-[calc(100dvh-2rem)] w-full max-w-md flex-col overflow-hidden rounded-xl bg-raised text-base text-ink shadow-dialog outline-none',
            'transition-[opacity,scale] duration-150 data-starting-style:scale-98 data-starting-style:opacity-0 data-ending-style:opacity-0',
            className,
          )}
        >
          <div className="flex items-start justify-between gap-4 px-5 pt-4">
            <Primitive.Title className="min-w-0 pt-1 text-lg font-semibold">{title}</Primitive.Title>
            {cross ? (
              <Primitive.Close
                aria-label="Close"
                className={cn(buttonClasses({ variant: 'ghost', size: 'icon' }), '-mr-2')}
              >
                <X aria-hidden />
              </Primitive.Close>
            ) : null}
          </div>
          {description ? (
            <Primitive.Description className="px-5 pt-1 text-pretty break-keep wrap-anywhere text-muted">
              {description}
            </Primitive.Description>
          ) : null}
          <div className="scrolled-line mt-1.75 min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5 has-[>form:empty]:mt-0 has-[>form:empty]:pt-0">
            {children}
          </div>
          {actions ? (
            <div className="flex flex-wrap justify-end gap-2 rounded-b-xl border-t border-line bg-surface px-5 py-3">
              {actions}
            </div>
          ) : null}
        </Primitive.Popup>
      </Primitive.Viewport>
    </Primitive.Portal>
  );
}
