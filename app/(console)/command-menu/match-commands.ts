import type { Command } from '@/components/hooks/page-commands';

export interface CommandGroup<Item = Command> {
  value: string;
  items: readonly Item[];
  /** Shown only while searching, and at most this many. */
  most?: number;
}

/** Commands in which every search word begins a word; empty groups, and `false` for what is not permitted, are left out. */
export function matchCommands(
  groups: readonly CommandGroup<Command | false>[],
  words: string,
): CommandGroup[] {
  const wanted = splitWords(words);
  return groups
    .map(({ value, items, most }) => {
      if (most !== undefined && wanted.length === 0) return { value, items: [] };
      const offered = items.filter((item) => item !== false);
      const found = offered.filter(({ label, detail = '', also = '' }) => {
        const own = splitWords(`${label} ${detail} ${also}`);
        return wanted.every((word) => own.some((one) => one.startsWith(word)));
      });
      return { value, items: found.slice(0, most) };
    })
    .filter(({ items }) => items.length > 0);
}

const splitWords = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);
