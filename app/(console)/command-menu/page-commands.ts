import { Keyboard } from 'lucide-react';
import { useEffect } from 'react';
import type { Command } from './match-commands';

type Group = 'Selection' | 'Actions';

const offered = new Map<Group, readonly Command[]>();

/** Adds commands to a group of the command menu while the component is mounted. */
export function useOfferCommands(group: Group, commands: readonly Command[]): void {
  useEffect(() => {
    offered.set(group, commands);
    return () => {
      offered.delete(group);
    };
  }, [group, commands]);
}

/** Adds the list of the page's keyboard shortcuts. */
export function useOfferKeys(show: (shown: true) => void): void {
  useOfferCommands('Actions', [
    { id: 'keys', label: 'Keyboard shortcuts', also: 'help', icon: Keyboard, run: () => show(true) },
  ]);
}

export function pageCommands(group: Group): readonly Command[] {
  return offered.get(group) ?? [];
}
