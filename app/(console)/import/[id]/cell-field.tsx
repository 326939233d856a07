import { useRef } from 'react';
import { Input } from '@/components/ui/input';
import type { CellToFix } from './cells-to-fix';
import { useCorrections } from './use-corrections';

interface CellFieldProps {
  fix: CellToFix;
  /** Id of the element with what is wrong with the cell, if anything. */
  describedBy: string | undefined;
}

/** Corrects a cell in place, on Enter or blur. */
export function CellField({ fix, describedBy }: CellFieldProps) {
  const { importId, line, column, name, value } = fix;
  const { mutate, isPending } = useCorrections(importId);
  const sent = useRef(value);
  function save(input: HTMLInputElement) {
    const next = input.value.trim();
    if (next === sent.current.trim()) return;
    sent.current = next;
    const onError = () => {
      sent.current = value;
    };
    mutate({ rows: [{ line, cells: [{ column, value: next }] }] }, { onError });
  }
  return (
    <label className="flex min-w-0 items-center gap-2">
      <bdi title={name} className="w-16 shrink-0 truncate text-muted">
        {name}
      </bdi>
      <Input
        // A new key shows the value that the server stored.
        key={value}
        defaultValue={value}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        aria-label={`${name}, line ${line}`}
        aria-describedby={describedBy}
        aria-invalid={describedBy ? true : undefined}
        aria-busy={isPending}
        className="h-7! w-52 min-w-0 text-sm!"
        onBlur={({ target }) => save(target)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save(event.currentTarget);
          if (event.key === 'Escape') event.currentTarget.value = value;
        }}
      />
    </label>
  );
}
