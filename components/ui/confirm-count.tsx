'use client';

import { formatCount } from '@/components/text/format-count';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { normalize } from '@/lib/contract/text';

/** Larger deletions require typing the number. */
const TYPED_OVER = 100;

/** Whether the number was typed, with or without separators. Small numbers need no typing. */
export function isConfirmed(count: number, typed: string): boolean {
  return count <= TYPED_OVER || normalize(typed, 'NFKC').replace(/[\s,.'’]/g, '') === String(count);
}

interface ConfirmCountProps {
  count: number;
  typed: string;
  onTyped(typed: string): void;
}

/** A field to type the number of contacts before a large deletion. */
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
