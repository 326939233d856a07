'use client';

import { cloneElement, type ReactElement, type ReactNode, Suspense, useState } from 'react';

interface LoadOnPressProps {
  /** The button, as it looks before and while the popup is loaded. */
  face: ReactElement<{ onClick?(): void }>;
  /** The lazy component that renders the button with its popup, open. */
  children: ReactNode;
}

/** A button whose popup is loaded when it is first pressed: most visits press none of them. */
export function LoadOnPress({ face, children }: LoadOnPressProps) {
  const [pressed, setPressed] = useState(false);
  if (pressed) return <Suspense fallback={face}>{children}</Suspense>;
  return cloneElement(face, { onClick: () => setPressed(true) });
}
