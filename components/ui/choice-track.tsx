import type { ComponentProps, ReactNode } from 'react';
import { Button } from './button';

/** A few `TrackButton`s of which one is chosen, on a common track. */
export const ChoiceTrack = ({ label, children }: { label: string; children: ReactNode }) => (
  <fieldset className="flex w-fit rounded-md bg-surface inset-ring inset-ring-line">
    <legend className="sr-only">{label}</legend>
    {children}
  </fieldset>
);

/** A choice of a `ChoiceTrack`. */
export const TrackButton = ({ chosen, ...rest }: ComponentProps<typeof Button> & { chosen: boolean }) => (
  <Button {...rest} size="sm" variant={chosen ? 'secondary' : 'ghost'} aria-pressed={chosen} />
);
