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
  // Somebody was faster than the script of the page, which did not hear of it: it is told again. In a task of its own:
  // where the choice is what brought the script here, the browser has yet to tell of it, and reads what stands there.
  useEffect(() => {
    const select = ref.current;
    const chosen = select?.value;
    if (!select || chosen === undefined || chosen === String(first.current)) return;
    const timer = setTimeout(() => {
      select.value = chosen;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
    return () => clearTimeout(timer);
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
