import type { ComponentProps } from 'react';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'ref' | 'className'> {
  /** Partially checked. */
  mixed?: boolean;
}

/** A native checkbox with a target of 24 px. Outside of a label it needs an `aria-label`. */
export function Checkbox({ mixed = false, ...rest }: CheckboxProps) {
  return (
    <input
      {...rest}
      ref={(input) => {
        if (input) input.indeterminate = mixed;
      }}
      type="checkbox"
      // Otherwise browsers restore the checked state after going back, possibly on another row.
      autoComplete="off"
      className="checkbox"
    />
  );
}
