import type { ComponentProps } from 'react';
import { Select } from '@/components/ui/select';

interface ChoiceProps<V extends string> extends Omit<ComponentProps<typeof Select>, 'onChange'> {
  value: V;
  labels: Record<V, string>;
  onChange(value: V): void;
}

export function Choice<V extends string>({ labels, onChange, ...select }: ChoiceProps<V>) {
  return (
    <Select {...select} onChange={({ target }) => onChange(target.value as V)}>
      {Object.entries<string>(labels).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  );
}
