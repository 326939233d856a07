import { createContext, type ReactNode, useContext, useId } from 'react';
import { cn } from './cn';

interface FieldWiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  required: boolean | undefined;
}

const FieldContext = createContext<FieldWiring | null>(null);

/** Attributes of a control inside a `Field`: id, description, error and required. */
export function useFieldWiring(): Partial<FieldWiring> {
  return useContext(FieldContext) ?? {};
}

interface FieldProps {
  label: ReactNode;
  /** Shown next to the label, for example "optional". */
  hint?: ReactNode;
  description?: ReactNode;
  /** Error message; marks the control as invalid. */
  error?: ReactNode;
  required?: boolean;
  className?: string;
  children: ReactNode;
}

/** A labeled control with description and error; `Input`, `Textarea` and `Select` wire themselves. */
export function Field({ label, hint, description, error, required, className, children }: FieldProps) {
  const id = useId();
  const describedBy = [error && `${id}-error`, description && `${id}-description`];
  const wiring = {
    id,
    'aria-describedby': describedBy.filter(Boolean).join(' ') || undefined,
    'aria-invalid': error ? (true as const) : undefined,
    required,
  };
  return (
    <div className={cn('flex flex-col gap-1', className)}>
      <div className="flex items-baseline gap-2">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {hint ? <span className="text-xs text-muted">{hint}</span> : null}
      </div>
      <FieldContext value={wiring}>{children}</FieldContext>
      {/* A live region announces the error even if the field already has the focus. */}
      <div aria-live="polite" className="-mt-1">
        {error ? (
          <p id={`${id}-error`} className="pt-1 text-sm text-danger">
            {error}
          </p>
        ) : null}
      </div>
      {description ? (
        <p id={`${id}-description`} className="text-sm text-muted">
          {description}
        </p>
      ) : null}
    </div>
  );
}
