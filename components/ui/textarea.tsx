import type { ComponentProps } from 'react';
import { cn } from './cn';
import { useFieldWiring } from './field';
import { controlClasses } from './input';

/** Several lines of text. Inside a `Field` it needs no id and no aria. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...useFieldWiring()}
      {...rest}
      className={cn(controlClasses, 'resize-none py-1.5', className)}
    />
  );
}
