import { cloneElement, type MouseEvent, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { afterPaint, isPointer } from '@/components/hooks/use-popup';

interface LazyOnPressProps {
  /** The button shown until the popup is loaded. */
  face: ReactElement<{ onClick?(event: MouseEvent): void }>;
  /** The lazy component: the button with its popup, open. */
  children: ReactNode;
}

/** A button whose popup is loaded on the first press. */
export function LazyOnPress({ face, children }: LazyOnPressProps) {
  const [pressed, setPressed] = useState(false);
  if (pressed) return <Suspense fallback={face}>{children}</Suspense>;
  const press = () => setPressed(true);
  return cloneElement(face, {
    onClick: ({ nativeEvent }) => (isPointer(nativeEvent) ? afterPaint(press) : press()),
  });
}
