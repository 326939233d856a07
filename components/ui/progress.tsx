import type { ComponentProps } from 'react';
import { cn } from './cn';

/** A progress bar. Outside of a label it needs an `aria-label`. */
export function Progress({ className, ...rest }: ComponentProps<'progress'>) {
  return <progress {...rest} className={cn('progress', className)} />;
}
