import type { ComponentProps } from 'react';
import { cn } from './cn';
import { useFieldWiring } from './field';

/** Classes of all text controls. */
export const controlClasses = cn(
  'control w-full rounded-md border border-edge bg-canvas px-2.5 text-base text-ink',
  'transition-colors duration-100 hover:border-control focus-visible:outline-offset-0 focus-visible:border-accent',
  'aria-invalid:border-danger aria-invalid:focus-visible:outline-danger',
  'off:border-line off:bg-surface off:text-muted [&[readonly]]:bg-surface',
);

/** A text input. A surrounding `Field` provides its id and aria attributes. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...useFieldWiring()} {...rest} className={cn(controlClasses, 'h-8', className)} />;
}

/** An input for one line of text that wraps if it is too long. Enter submits its form. */
export function GrowingInput({
  className,
  type,
  onKeyDown,
  ...rest
}: ComponentProps<'textarea'> & { type?: 'email' | 'tel' }) {
  return (
    <textarea
      rows={1}
      inputMode={type}
      {...useFieldWiring()}
      {...rest}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        // A list of suggestions prevents the default if Enter picks one.
        if (event.key === 'Enter' && !event.nativeEvent.isComposing && !event.defaultPrevented) {
          event.preventDefault();
          // The form's `saveByKey` handles Enter with Ctrl or ⌘.
          if (!event.ctrlKey && !event.metaKey) event.currentTarget.form?.requestSubmit();
        }
      }}
      className={cn(
        controlClasses,
        'field-sizing-content min-h-8 resize-none overflow-hidden py-[5px] wrap-anywhere',
        className,
      )}
    />
  );
}

/** An input for several lines. A surrounding `Field` provides its id and aria attributes. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...useFieldWiring()}
      {...rest}
      className={cn(controlClasses, 'resize-none py-1.5', className)}
    />
  );
}
