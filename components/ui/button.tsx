import { LoaderCircle } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from './cn';

const variants = {
  primary: 'bg-accent text-accent-ink hover:bg-accent-strong forced-colors:border',
  secondary: 'border border-edge bg-raised text-ink shadow-xs hover:bg-hover active:bg-line',
  ghost: 'text-ink hover:bg-hover active:bg-line',
  danger: 'bg-danger text-danger-ink hover:bg-danger-strong forced-colors:border',
} as const;

const sizes = {
  sm: 'h-7 gap-1.5 px-2 text-sm',
  md: 'h-8 gap-1.5 px-3 text-sm',
  icon: 'size-8 justify-center',
  'icon-sm': 'size-7 justify-center',
  'icon-xs': 'size-6 justify-center',
} as const;

export interface ButtonLook {
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
}

/** Classes of a button, or of a link that looks like one. */
export function buttonClasses({ variant = 'secondary', size = 'md' }: ButtonLook = {}): string {
  return cn(
    'inline-flex shrink-0 items-center justify-center rounded-md font-medium whitespace-nowrap select-none',
    'transition-colors duration-100 disabled:pointer-events-none off:opacity-50',
    'data-popup-open:bg-hover [&_svg]:size-4 [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
  );
}

interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Shows a spinner and ignores clicks, but keeps the focus. */
  pending?: boolean;
}

/** A button; icon-only ones need an `aria-label`. */
export function Button({
  variant,
  size,
  pending,
  className,
  children,
  onClick,
  type = 'button',
  'aria-disabled': disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={pending || disabled}
      onClick={pending ? (event) => event.preventDefault() : onClick}
      className={cn(buttonClasses({ variant, size }), pending && 'opacity-70', className)}
    >
      {pending ? <LoaderCircle aria-hidden className="animate-spin" /> : null}
      {children}
    </button>
  );
}
