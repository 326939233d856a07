'use client';

import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react';

interface OnDemandProps {
  /** The button as it looks while what it opens is not here yet. */
  face: ReactElement<ComponentProps<'button'>>;
  /** What the button opens. */
  popup: 'menu' | 'dialog';
  /** Fetches the code; begun as soon as somebody is about to press the button. */
  load(): Promise<unknown>;
  /** The lazy component: the same button with its popup, open from the start. */
  children: ReactNode;
}

/** A button whose popup, with all the code behind it, is fetched only for those who open it. */
export function OnDemand({ face, popup, load, children }: OnDemandProps) {
  const [wanted, setWanted] = useState(false);
  if (wanted) return <Suspense fallback={face}>{children}</Suspense>;
  // What cannot be fetched now is fetched again, and complained about, when it is wanted.
  const prepare = () => void load().catch(() => {});
  return cloneElement(face, {
    'aria-haspopup': popup,
    'aria-expanded': false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: () => setWanted(true),
  });
}
