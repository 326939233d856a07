import { contactFields } from '@/lib/contract/contact';

const state = (of: string, segmentIds: string) =>
  `md5(json_build_array(${contactFields.map((name) => `${of}.${name}`).join(', ')}, ${segmentIds})::text)`;

/** SQL: digest of the values of a contact `g` with `segment_ids` in order. */
export const givenState = state('g', 'g.segment_ids');
/** Columns of `g` for `givenState`. */
export const givenColumns = `${contactFields.map((name) => `${name} text`).join(', ')}, segment_ids uuid[]`;

/** SQL: the same of a contact `k` as it is stored. */
export const storedState = state('k', 'array(select unnest(k.segment_ids) order by 1)');
