'use client';

import { Tooltip as Primitive } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';

/** Names what an icon does, on hover and on focus. The control still needs its own `aria-label`. */
export function Tooltip({ label, children }: { label: ReactNode; children: ReactElement }) {
  return (
    <Primitive.Root>
      <Primitive.Trigger delay={400} render={children} />
      <Primitive.Portal>
        <Primitive.Positioner sideOffset={6} className="z-50">
          <Primitive.Popup className="flex items-center gap-1.5 rounded-md bg-ink px-2 py-1 text-xs text-canvas transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {label}
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
