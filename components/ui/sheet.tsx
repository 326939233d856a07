import { Dialog as Primitive } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClasses } from './button';

interface SheetProps {
  title: ReactNode;
  onClose(): void;
  children: ReactNode;
}

/** The navigation as a dialog at the left edge of a narrow screen, open while mounted. */
export default function Sheet({ title, onClose, children }: SheetProps) {
  return (
    <Primitive.Root open onOpenChange={() => onClose()}>
      <Primitive.Portal>
        <Primitive.Backdrop className="fixed inset-0 z-50 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Primitive.Popup className="fixed inset-y-0 left-0 z-50 flex w-64 max-w-[85vw] flex-col gap-2 bg-surface p-2 text-ink shadow-dialog outline-none transition-transform duration-150 data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
          <div className="flex h-9 items-center justify-between">
            <Primitive.Title className="min-w-0">{title}</Primitive.Title>
            <Primitive.Close
              aria-label="Close navigation"
              className={buttonClasses({ variant: 'ghost', size: 'icon' })}
            >
              <X aria-hidden />
            </Primitive.Close>
          </div>
          {children}
        </Primitive.Popup>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
