import type { Duplicate } from '@/lib/contract/duplicate';

type Pair = Pick<Duplicate, 'contact' | 'other'>;

/** Groups pairs that share a contact, directly or through other pairs, in the order of each group's first pair. */
export function groupPairs<P extends Pair>(pairs: readonly P[]): P[][] {
  const groups: P[][] = [];
  for (const pair of pairs) {
    const ids = [pair.contact.id, pair.other.id];
    const shares = (group: P[]) =>
      group.some((one) => ids.includes(one.contact.id) || ids.includes(one.other.id));
    const [first, ...others] = groups.filter(shares);
    if (!first) groups.push([pair]);
    else {
      first.push(...others.flat(), pair);
      for (const other of others) groups.splice(groups.indexOf(other), 1);
    }
  }
  return groups;
}
