'use client';

import { ChevronDown } from 'lucide-react';
import { type ComponentProps, useEffect, useRef } from 'react';
import { cn } from './cn';
import { useFieldWiring } from './field';
import { controlClasses } from './input';

interface SelectProps extends Omit<ComponentProps<'select'>, 'ref' | 'defaultValue'> {
  /** One of the options. */
  value: string | number;
}

/** The browser's own select: one of a few fixed values, on every device and with every assistive technology. */
export function Select({ className, ...rest }: SelectProps) {
  const ref = useRef<HTMLSelectElement>(null);
  const first = useRef(rest.value);
  // Somebody was faster than the script of the page, which did not hear of it: it is told again.
  useEffect(() => {
    const select = ref.current;
    if (select && select.value !== String(first.current))
      select.dispatchEvent(new Event('change', { bubbles: true }));
  }, []);
  return (
    <span className={cn('relative inline-flex', className)}>
      <select
        {...useFieldWiring()}
        {...rest}
        ref={ref}
        // The browser would choose on going back to a page what was chosen there last.
        autoComplete="off"
        className={cn(controlClasses, 'h-8 appearance-none pr-7')}
      />
      <ChevronDown aria-hidden className="pointer-events-none absolute top-2 right-2 size-4 text-muted" />
    </span>
  );
}
