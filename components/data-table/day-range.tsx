import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';

interface DayRangeProps {
  /** Days such as 2026-01-31, or blank. */
  from: string;
  to: string;
  onChange(range: { from?: string; to?: string }): void;
}

/** Two inputs for the first and the last day of a range. */
export function DayRange({ from, to, onChange }: DayRangeProps) {
  return (
    <>
      <Field label="From" className="min-w-0 flex-1">
        <Input
          type="date"
          value={from}
          max={to}
          onChange={({ target }) => onChange({ from: target.value })}
        />
      </Field>
      <Field label="To" className="min-w-0 flex-1">
        <Input type="date" value={to} min={from} onChange={({ target }) => onChange({ to: target.value })} />
      </Field>
    </>
  );
}
