import type { Command } from '@/components/hooks/page-commands';

export interface CommandGroup<Item = Command> {
  value: string;
  items: readonly Item[];
  /** Most items to show. If set, the group appears only while searching. */
  most?: number;
}

/**
 * Finds commands in which each search word begins a word, at most `most` of a group. Without words, finds all, except those
 * of groups with `most`. Skips empty groups, and `false`, which marks what is not permitted.
 */
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
