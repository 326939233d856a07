'use server';

import * as z from 'zod';
import type { Answer, Input, MutationName } from '@/components/hooks/console-operations';
import { toAnswer, toSearch } from '@/components/hooks/reply';
import type { CallInput, Refusal } from '@/lib/call';
import type { Operation } from '@/lib/contract/operation';
import { operations } from '@/lib/contract/operations';
import { uuid } from '@/lib/contract/text';
import { may } from '@/lib/staff/roles';
import { action } from './action';
import { parseBody, refusal } from './guard';
import { confirmedMutations, mutationPermissions } from './permissions';

const query = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

/** Some bulk changes are of fields. */
const OF_BULK_CHANGES = new Set<MutationName>(['runBulkChange', 'cancelBulkChange', 'undoBulkChange']);

interface MutationInput {
  id?: string;
  query?: object;
  body?: unknown;
  ifMatch?: string;
}

/**
 * The server action behind all mutations: checks the input and runs one operation if the person has its permission. Some
 * operations require the password again.
 */
export async function mutate<N extends MutationName>(
  name: N,
  input: Input<N>,
  organization: string,
): Promise<{ ok: true; data: Answer<N> } | Refusal> {
  // A client may send any value as name, even an array that converts to a valid key.
  if (typeof name !== 'string' || !Object.hasOwn(mutationPermissions, name))
    return refusal('NOT_FOUND', 'There is no such operation.');
  const operation: Operation = operations[name];
  const schema: z.ZodType<MutationInput, Input<N>> = z.strictObject({
    ...(operation.path.includes('{id}') && { id: uuid }),
    ...(operation.query && { query: query.optional() }),
    ...(operation.body && { body: z.unknown() }),
    ...(operation.conditional && { ifMatch: z.string().max(200).optional() }),
  }) as never;
  const run = action(
    mutationPermissions[name],
    schema,
    async (sent, { call, staff }): Promise<{ ok: true; data: Answer<N> } | Refusal> => {
      const parsed = parseBody(operation, sent.body);
      if (!parsed.ok) return parsed;
      if (OF_BULK_CHANGES.has(name) && !may(staff.role, 'fields:manage')) {
        const found = await call('getBulkChange', { id: sent.id ?? '' });
        if (found.ok && /^field(Type|Deletion)$/.test(found.data.change.type))
          return refusal('FORBIDDEN', 'Only who manages fields may do this.');
      }
      const changed = await call(name, {
        ...sent,
        query: sent.query && toSearch(sent.query),
        body: parsed.data,
      } as unknown as CallInput<N>);
      if (!changed.ok) return changed;
      const { data, meta, etag, mergeId } = changed;
      const reply = {
        data,
        ...(operation.meta && { meta }),
        ...(operation.tagged && { etag }),
        ...(operation.merges && { mergeId }),
      };
      return { ok: true, data: toAnswer(reply) as Answer<N> };
    },
    { confirm: confirmedMutations.has(name) },
  );
  return run(input, organization);
}
