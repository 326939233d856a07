import type { DuplicateReason } from '@/lib/contract/duplicate';

/** The compared values of a contact. `name` and `company` are normalized as for search and sort. */
export interface Comparable {
  id: string;
  name: string | null;
  company: string | null;
  email: string | null;
  phone: string | null;
}

/** Two contacts that are likely the same person, the lower id first. */
export interface LikelyPair {
  contactId: string;
  otherId: string;
  /** 1 to 100. */
  score: number;
  reasons: DuplicateReason[];
}

const scores: Record<DuplicateReason, number> = {
  mailbox: 85,
  phone: 85,
  'name-phone': 75,
  'name-company': 70,
  'name-domain': 60,
};
/** Added for each further reason. */
const EACH_MORE = 10;
/** A single name, such as Anna, says less than two. */
const SINGLE_NAME = -30;
const HIGHEST_SCORE = 100;
/** A larger group that shares a value is an office or a family, not one person. */
const MOST_ALIKE = 6;
/** Last digits of a phone; two contacts of one name seldom share that many by chance. */
const ENDING = 6;

/** Public email providers; sharing their domain means nothing. */
const PUBLIC_DOMAIN =
  /^(gmail|googlemail|yahoo|hotmail|outlook|live|msn|icloud|me|aol|gmx|web|t-online|mail|yandex|qq|163|126|naver|proton|protonmail|orange|free|wanadoo|libero|uol|bol)\.(com?(\.\w\w)?|net|de|at|ch|fr|it|es|ru|br|me|jp|uk)$/;

/**
 * Finds the likely pairs among these contacts, given in any order. A value that more than `MOST_ALIKE` share does not
 * count.
 */
export function findLikelyPairs(contacts: readonly Comparable[]): LikelyPair[] {
  const groups = new Map<string, Comparable[]>();
  for (const contact of contacts)
    for (const key of duplicateKeys(contact)) {
      const group = groups.get(key);
      if (group) group.push(contact);
      else groups.set(key, [contact]);
    }
  const found = new Map<string, { pair: [Comparable, Comparable]; reasons: Set<DuplicateReason> }>();
  for (const [key, group] of groups) {
    if (group.length < 2 || group.length > MOST_ALIKE) continue;
    const reason = key.slice(0, key.indexOf(' ')) as DuplicateReason;
    for (const [index, one] of group.entries())
      for (const other of group.slice(index + 1)) {
        const pair: [Comparable, Comparable] = one.id < other.id ? [one, other] : [other, one];
        const id = pair.map((contact) => contact.id).join(' ');
        const known = found.get(id) ?? { pair, reasons: new Set() };
        found.set(id, known);
        known.reasons.add(reason);
      }
  }
  return [...found.values()].map(({ pair: [one, other], reasons }) => {
    const [best = 0] = [...reasons].map((reason) => scores[reason]).sort((a, b) => b - a);
    const isSameName = one.name !== null && one.name === other.name;
    const more = reasons.size - 1 + (isSameName && !isByNameOnly(reasons) ? 1 : 0);
    const single = isByNameOnly(reasons) && !one.name?.includes(' ') ? SINGLE_NAME : 0;
    return {
      contactId: one.id,
      otherId: other.id,
      score: Math.min(HIGHEST_SCORE, best + more * EACH_MORE + single),
      reasons: [...reasons].sort((a, b) => scores[b] - scores[a]),
    };
  });
}

const isByNameOnly = (reasons: Set<DuplicateReason>): boolean =>
  [...reasons].every((reason) => reason.startsWith('name-'));

/** Keys that duplicates share, each beginning with the reason and a space. */
function* duplicateKeys({ name, company, email, phone }: Comparable): Generator<string> {
  if (email) yield `mailbox ${toMailbox(email)}`;
  if (phone) yield `phone ${toSubscriber(phone)}`;
  if (!name) return;
  if (company) yield `name-company ${name}\n${company}`;
  if (phone) yield `name-phone ${name}\n${phone.slice(-ENDING)}`;
  const domain = email?.slice(email.indexOf('@') + 1);
  if (domain && !PUBLIC_DOMAIN.test(domain)) yield `name-domain ${name}\n${domain}`;
}

/** An email without the dots and the `+` suffix of its local part, which many providers ignore. */
export function toMailbox(email: string): string {
  const at = email.lastIndexOf('@');
  return email.slice(0, at).replace(/\+.*/, '').replaceAll('.', '') + email.slice(at);
}

/** A number without the ninth digit of Brazilian mobiles and the mobile prefix of Argentina. */
export const toSubscriber = (phone: string): string =>
  phone.replace(/^(\+55\d\d)9(\d{8})$/, '$1$2').replace(/^\+549/, '+54');
