import type { CSSProperties } from 'react';
import { cn } from './cn';

const TINTS = 8;

/** Initials of a name or an email, in a circle with one of eight tints derived from the id. */
export function Avatar({ id, name, large = false }: { id: string; name: string; large?: boolean }) {
  const words = name.replace(/@.*/, '').split(/[^\p{L}\p{M}]+/u);
  const [first = '#', ...others] = words.flatMap((word) => [...word].slice(0, 1));
  // One letter in scripts without capitals: two would be too wide or joined.
  const last = first.toUpperCase() === first.toLowerCase() ? '' : others.at(-1);
  return (
    <span
      aria-hidden
      className={cn(
        'flex shrink-0 items-center justify-center rounded-full avatar font-semibold uppercase',
        large ? 'size-10' : 'size-7 text-xs',
      )}
      style={{ '--hue': toHue(id) } as CSSProperties}
    >
      {first}
      {last}
    </span>
  );
}

/** One of eight hues in degrees, from the end of the id, which is random; the beginning is a time. */
function toHue(id: string): number {
  let sum = 0;
  for (const character of id.slice(-12)) sum += character.charCodeAt(0);
  return ((sum % TINTS) * 360) / TINTS;
}
