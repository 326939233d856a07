import { formatCount } from '@/components/data-table/format-count';

/** Names may have 401 characters; keep sentences with three of them readable. */
const LONG = 60;

/** British, whose lists have no comma before “and”. */
const list = new Intl.ListFormat('en-GB');

/** "Ana, Ben, Cleo and 34 more": the first three names, shortened, and how many others of `count`. */
export function nameSome(names: readonly string[], count = names.length): string {
  const named = names
    .slice(0, 3)
    .map((name) => (name.length > LONG ? `${name.slice(0, LONG).trimEnd()}…` : name));
  const rest = count - named.length;
  return list.format(rest > 0 ? [...named, `${formatCount(rest)} more`] : named);
}
