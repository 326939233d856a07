import type { z } from 'zod';
import { type ContactUpsert, contactUpsert } from '@/lib/contract/contact';
import type { BatchResult, BatchVerdict } from '@/lib/contract/contact-batch';
import { detailsOf, type ErrorDetail } from '@/lib/contract/error';
import type { Outcome } from './contact-outcome';
import { replyOf } from './contact-outcome';
import { withPossiblePhone } from './possible-phone';
import { judge } from './preview';
import type { Handler, Refusal } from './reply';
import type { Upsert } from './upsert';

/** Contacts that are sent to the database at once: between them others get their turn. */
const AT_ONCE = 32;

interface Item {
  index: number;
  body: z.output<typeof contactUpsert>;
}

const itemSchema = withPossiblePhone(contactUpsert);

/**
 * Upserts each contact as if it had come alone. Those that share an email or a phone go one after the other, in the order
 * they were sent; the others in any.
 */
export function upsertContacts(upsert: (upsert: Upsert) => Promise<Outcome>): Handler<'upsertContacts'> {
  return async ({ scope, body }) => {
    const results: BatchResult[] = [];
    const items = itemsOf(body.contacts, (index, errors) => {
      results[index] = { outcome: 'failed', contact: null, code: 'VALIDATION_ERROR', errors };
    });
    for (const chunk of rounds(items).flatMap(chunks))
      await Promise.all(
        chunk.map(async ({ index, body: { segmentIds = null, referralCode = null, ...fields } }) => {
          const row = await upsert({ scope, fields, segmentIds, referralCode, etags: null, noneOf: null });
          const reply = replyOf(scope, row);
          results[index] =
            'refusal' in reply
              ? failedOf(index, reply.refusal)
              : { outcome: row.outcome as 'created', contact: reply.data, code: null, errors: [] };
        }),
      );
    const count = (wanted: BatchResult['outcome']) =>
      results.filter(({ outcome }) => outcome === wanted).length;
    return {
      data: {
        created: count('created'),
        updated: count('updated'),
        unchanged: count('unchanged'),
        failed: count('failed'),
        results,
      },
    };
  };
}

/** The verdict on each as it would be if it came alone, and first. */
export const previewContacts: Handler<'previewContacts'> = async ({ scope, body }) => {
  const verdicts: BatchVerdict[] = [];
  const items = itemsOf(body.contacts, (index, errors) => {
    verdicts[index] = { verdict: null, errors };
  });
  for (const chunk of chunks(items)) {
    const judged = await judge(
      scope,
      chunk.map((item) => item.body),
    );
    for (const [at, reply] of judged.entries()) {
      const { index } = chunk[at] as Item;
      verdicts[index] =
        'refusal' in reply
          ? { verdict: null, errors: located(index, reply.refusal.details) }
          : { verdict: reply.data, errors: [] };
    }
  }
  return { data: verdicts };
};

/** The contacts that are of the contract; of the others `onInvalid` is told what is wrong. */
function itemsOf(
  contacts: ContactUpsert[],
  onInvalid: (index: number, errors: ErrorDetail[]) => void,
): Item[] {
  return contacts.flatMap((contact, index) => {
    const parsed = itemSchema.safeParse(contact);
    if (parsed.success) return [{ index, body: parsed.data }];
    onInvalid(index, located(index, detailsOf(parsed.error)));
    return [];
  });
}

const located = (index: number, details: ErrorDetail[]): ErrorDetail[] =>
  details.map(({ path, ...rest }) => ({
    ...rest,
    path: ['contacts', index, path].filter((part) => part !== '').join('.'),
  }));

function failedOf(index: number, { code, details }: Refusal): BatchResult {
  return { outcome: 'failed', contact: null, code: code as 'CONFLICT', errors: located(index, details) };
}

/** Items that lead to one contact, by what they say themselves. */
interface Group {
  rounds: number;
  joined?: Group;
}

/** Puts each behind those before it that lead to the same contact. */
function rounds(items: Item[]): Item[][] {
  const made: Item[][] = [];
  const groups = new Map<string, Group>();
  for (const item of items) {
    const names = [item.body.email, item.body.phone].filter((name) => typeof name === 'string');
    const group: Group = { rounds: 0 };
    for (const name of names) {
      let known = groups.get(name);
      while (known?.joined) known = known.joined;
      if (known && known !== group) {
        group.rounds = Math.max(group.rounds, known.rounds);
        known.joined = group;
      }
      groups.set(name, group);
    }
    (made[group.rounds++] ??= []).push(item);
  }
  return made;
}

function chunks(items: Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / AT_ONCE) }, (_, n) =>
    items.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
  );
}
