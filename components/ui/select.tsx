import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from './cn';
import { useFieldWiring } from './field';
import { controlClasses } from './input';

/** A native select, for a few fixed values. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={cn('relative inline-flex', className)}>
      <select
        {...useFieldWiring()}
        {...rest}
        // Otherwise browsers restore the last choice after going back.
        autoComplete="off"
        className={cn(controlClasses, 'h-8 appearance-none pr-7')}
      />
      <ChevronDown aria-hidden className="pointer-events-none absolute top-2 right-2 size-4 text-muted" />
    </span>
  );
}

interface ChoiceProps<V extends string> extends Omit<ComponentProps<typeof Select>, 'onChange'> {
  value: V;
  labels: Record<V, string>;
  onChange(value: V): void;
}

/** A select of labeled values. */
export function Choice<V extends string>({ labels, onChange, ...select }: ChoiceProps<V>) {
  return (
    <Select {...select} onChange={({ target }) => onChange(target.value as V)}>
      <Options labels={labels} />
    </Select>
  );
}

/** Options of a select, from labels by value. */
export const Options = ({ labels }: { labels: Record<string, string> }) =>
  Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
