import type { LucideIcon } from 'lucide-react';

/** A command of the menu: opens `href`, or runs. */
export interface Command {
  id: string;
  label: string;
  /** Shown next to the label, and searched. */
  detail?: string;
  /** Synonyms, searched but not shown. */
  also?: string;
  icon: LucideIcon;
  href?: string;
  run?(): void;
}

export interface CommandGroup {
  value: string;
  items: readonly Command[];
  /** Shown only while searching, and at most this many. */
  most?: number;
}
