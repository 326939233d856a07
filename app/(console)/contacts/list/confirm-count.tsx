'use client';

import { formatCount } from '@/components/data-table/format-count';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';

/** Over this number, deleting asks for the number to be typed. */
export const TYPED_OVER = 100;

/** Whether what was typed is the number, with or without separators, in whatever width; small numbers need no typing. */
export function isConfirmed(count: number, typed: string): boolean {
  return count <= TYPED_OVER || typed.normalize('NFKC').replace(/[\s,.'’]/g, '') === String(count);
}

interface ConfirmCountProps {
  count: number;
  typed: string;
  onTyped(typed: string): void;
}

/** Asks to type the number, so that a large deletion is never a slip. */
export function ConfirmCount({ count, typed, onTyped }: ConfirmCountProps) {
  if (count <= TYPED_OVER) return null;
  return (
    <Field label={`Type ${formatCount(count)} to confirm`} className="pt-2">
      <Input
        autoComplete="off"
        inputMode="numeric"
        value={typed}
        onChange={(event) => onTyped(event.target.value)}
      />
    </Field>
  );
}
