import { cn } from './cn';

/** The first letters of a name, or of an email, in a circle. */
export function Avatar({ name, large = false }: { name: string; large?: boolean }) {
  const words = name.replace(/@.*/, '').split(/[^\p{L}\p{M}]+/u);
  const [first = '#', ...others] = words.flatMap((word) => [...word].slice(0, 1));
  // One is enough in scripts without capitals: theirs are wide, or would be joined.
  const last = first.toUpperCase() === first.toLowerCase() ? '' : others.at(-1);
  return (
    <span
      aria-hidden
      className={cn(
        'flex shrink-0 items-center justify-center rounded-full bg-accent/15 font-semibold text-accent uppercase',
        large ? 'size-10' : 'size-7 text-xs',
      )}
    >
      {first}
      {last}
    </span>
  );
}
