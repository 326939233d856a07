import type { CommandGroup } from './command';

/** Commands in which every search word begins a word; empty groups are left out. */
export function matchCommands(groups: readonly CommandGroup[], words: string): CommandGroup[] {
  const wanted = wordsOf(words);
  return groups
    .map(({ value, items, most }) => {
      if (most !== undefined && wanted.length === 0) return { value, items: [] };
      const found = items.filter(({ label, detail = '', also = '' }) => {
        const own = wordsOf(`${label} ${detail} ${also}`);
        return wanted.every((word) => own.some((one) => one.startsWith(word)));
      });
      return { value, items: found.slice(0, most) };
    })
    .filter(({ items }) => items.length > 0);
}

const wordsOf = (text: string) => text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
