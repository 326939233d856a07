import { cloneElement, type ReactElement, type ReactNode, Suspense, useState } from 'react';

interface LoadOnPressProps {
  /** The button shown until the popup is loaded. */
  face: ReactElement<{ onClick?(): void }>;
  /** The lazy component: the button with its popup, open. */
  children: ReactNode;
}

/** A button whose popup is loaded on the first press. */
export function LoadOnPress({ face, children }: LoadOnPressProps) {
  const [pressed, setPressed] = useState(false);
  if (pressed) return <Suspense fallback={face}>{children}</Suspense>;
  return cloneElement(face, { onClick: () => setPressed(true) });
}
