import { Kbd } from '@/components/ui/kbd';
import { useIsApple } from '@/components/ui/use-is-apple';

/** Shortcut hint next to a save button. */
export function SaveKeys() {
  return (
    <span className="ml-auto hidden items-center gap-1 text-xs text-muted sm:flex">
      <Kbd>{useIsApple() ? '⌘' : 'Ctrl'}</Kbd>
      <Kbd>Enter</Kbd>
      saves
    </span>
  );
}
