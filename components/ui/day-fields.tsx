import { timeZone } from '@/components/text/locale';
import { Field } from './field';
import { Input } from './input';

interface DayFieldsProps {
  from: string;
  to: string;
  onFrom(day: string): void;
  onTo(day: string): void;
}

/** Fields for the first and last day of a range, such as 2026-01-31; blank for no limit. */
export function DayFields({ from, to, onFrom, onTo }: DayFieldsProps) {
  return (
    <>
      <Field label="From">
        <Input type="date" value={from} max={to} onChange={({ target }) => onFrom(target.value)} />
      </Field>
      <Field label="To">
        <Input type="date" value={to} min={from} onChange={({ target }) => onTo(target.value)} />
      </Field>
      <p className="text-sm text-muted">Dates in {timeZone()}</p>
    </>
  );
}
