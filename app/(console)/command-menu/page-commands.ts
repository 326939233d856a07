import { useEffect } from 'react';
import type { Command } from './match-commands';

type Group = 'Selection' | 'Actions';

const offered = new Map<Group, readonly Command[]>();

/** Adds commands to a group of the command menu while the component is mounted. */
export function useOfferCommands(group: Group, commands: readonly Command[]): void {
  useEffect(() => {
    offered.set(group, commands);
    return () => void offered.delete(group);
  }, [group, commands]);
}

export function pageCommands(group: Group): readonly Command[] {
  return offered.get(group) ?? [];
}
