import { contactFields } from '@/lib/contract/contact-fields';

/** Values of own fields are appended, so that contacts without any have the digest that earlier versions stored. */
const state = (of: string, segmentIds: string, fields: string) =>
  `md5(json_build_array(${contactFields.map((name) => `${of}.${name}`).join(', ')}, ${segmentIds})::text || coalesce(${fields}::text, ''))`;

/** SQL: digest of the values of a contact `g` whose `segment_ids` are sorted. */
export const givenState = state('g', 'g.segment_ids', 'g.fields::jsonb');
/** SQL: definitions of the columns of `g` that `givenState` reads. */
export const givenColumns = `${contactFields.map((name) => `${name} text`).join(', ')}, segment_ids uuid[], fields text`;

/** SQL: the same digest of a stored contact `k`. */
export const storedState = state('k', 'array(select unnest(k.segment_ids) order by 1)', 'k.fields');
