'use client';

import { type ComponentProps, cloneElement, type ReactElement, type ReactNode, useState } from 'react';
import { type Fetchable, useFetched } from './fetched';

interface OnDemandProps {
  /** The button as it looks while what it opens is not here yet. */
  face: ReactElement<ComponentProps<'button'>>;
  /** What the button opens. */
  popup: 'menu' | 'dialog';
  /** The code of it; fetched as soon as somebody is about to press the button. */
  part: Fetchable;
  /** The same button with its popup, open from the start. */
  children: ReactNode;
}

/** A button whose popup, with all the code behind it, is fetched only for those who open it. */
export function OnDemand({ face, popup, part, children }: OnDemandProps) {
  const [wanted, setWanted] = useState(false);
  useFetched(part, wanted, () => setWanted(false));
  if (wanted && part.Loaded) return children;
  // What cannot be fetched now is fetched again, and complained about, when it is wanted.
  const prepare = () => void part.fetch().catch(() => {});
  return cloneElement(face, {
    'aria-haspopup': popup,
    'aria-expanded': false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: () => setWanted(true),
  });
}
