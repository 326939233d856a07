import type { LucideIcon } from 'lucide-react';
import { useEffect } from 'react';

/** A command of the menu: opens `href` or calls `run`. */
export interface Command {
  id: string;
  label: string;
  /** Text next to the label, also searched. */
  detail?: string;
  /** Synonyms, searched but not shown. */
  also?: string;
  icon: LucideIcon;
  /** Keys that do the same, separated by spaces. */
  shortcut?: string | undefined;
  href?: string;
  run?(): void;
}

type Group = 'Selection' | 'More';

const offered = new Map<Group, readonly Command[]>();

/** Sets the commands of a group of the command menu, replacing others, while the component is mounted. */
export function useOfferCommands(group: Group, commands: readonly Command[]): void {
  useEffect(() => {
    offered.set(group, commands);
    return () => void offered.delete(group);
  }, [group, commands]);
}

export function pageCommands(group: Group): readonly Command[] {
  return offered.get(group) ?? [];
}
