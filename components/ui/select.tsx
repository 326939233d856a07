import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from './cn';
import { useFieldWiring } from './field';
import { controlClasses } from './input';

/** The native select, for a few fixed values. */
export function Select({ className, ...rest }: Omit<ComponentProps<'select'>, 'defaultValue'>) {
  return (
    <span className={cn('relative inline-flex', className)}>
      <select
        {...useFieldWiring()}
        {...rest}
        // Otherwise browsers restore the last choice on going back.
        autoComplete="off"
        className={cn(controlClasses, 'h-8 appearance-none pr-7')}
      />
      <ChevronDown aria-hidden className="pointer-events-none absolute top-2 right-2 size-4 text-muted" />
    </span>
  );
}
