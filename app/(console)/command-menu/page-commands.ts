import { Keyboard } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import type { Command } from './use-commands';

type Group = 'Selection' | 'Actions';

const offered = new Map<Group, readonly Command[]>();

/** Offers in a group of the command menu what can be done on this page, as long as that is so. */
export function useOfferCommands(group: Group, commands: readonly Command[]): void {
  useEffect(() => {
    offered.set(group, commands);
    return () => {
      offered.delete(group);
    };
  }, [group, commands]);
}

/** Offers the list of a page's keys. `show` is the same from one rendering to the next. */
export function useOfferKeys(show: (shown: true) => void): void {
  const commands = useMemo(
    () => [{ id: 'keys', label: 'Keyboard shortcuts', also: 'help', icon: Keyboard, run: () => show(true) }],
    [show],
  );
  useOfferCommands('Actions', commands);
}

/** What the page offers now. */
export function pageCommands(group: Group): readonly Command[] {
  return offered.get(group) ?? [];
}
