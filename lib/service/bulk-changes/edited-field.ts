import { toFieldKey } from '@/lib/contacts/field-values';
import { readLiveFields } from '@/lib/contacts/lists/field-conditions';
import type { SetField } from '@/lib/contract/bulk-change';
import type { FieldValue } from '@/lib/contract/field';
import { parseFieldValue } from '@/lib/contract/field-value';
import type { RequestContext } from '@/lib/database/statement';
import { invalid } from '../shared/reply';

/**
 * A field and its value as it is stored, or a refusal: there is no such field, it has ids, or it cannot have the value.
 *
 * @param path Where the request has both.
 */
export async function resolveEditedField(
  context: RequestContext,
  { field, value }: { field: SetField; value: FieldValue | number | null },
  path: '' | 'change.',
) {
  const key = toFieldKey(field);
  // The contract has checked the others.
  if (key === null) return { field, value: value as string | null };
  const own = (await readLiveFields(context)).get(key);
  if (!own) return invalid([{ path: `${path}field`, message: 'There is no such field.' }]);
  if (own.type === 'id')
    return invalid([{ path: `${path}field`, message: 'An id belongs to one contact. Change it there.' }]);
  const parsed = parseFieldValue(own, value);
  if (parsed.message !== undefined) return invalid([{ path: `${path}value`, message: parsed.message }]);
  return { field, value: parsed.value };
}
