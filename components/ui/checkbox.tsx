'use client';

import { type ComponentProps, useEffect, useRef } from 'react';
import { cn } from './cn';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  /** Partially checked. */
  mixed?: boolean;
}

/** A native checkbox with a target of 24 px. Outside of a label it needs an `aria-label`. */
export function Checkbox({ mixed = false, className, ...rest }: CheckboxProps) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = mixed;
  });
  return (
    <input
      {...rest}
      ref={ref}
      type="checkbox"
      // Otherwise browsers restore the checked state on going back, perhaps to another row.
      autoComplete="off"
      className={cn('checkbox', className)}
    />
  );
}
