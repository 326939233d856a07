import { contactFields } from '@/lib/contract/contact';

const state = (of: string, segmentIds: string) =>
  `md5(json_build_array(${contactFields.map((name) => `${of}.${name}`).join(', ')}, ${segmentIds})::text)`;

/** SQL: digest of the values of a contact `g` with `segment_ids` in order. */
export const givenState = state('g', 'g.segment_ids');
/** Columns of `g` for `givenState`. */
export const givenColumns = `${contactFields.map((name) => `${name} text`).join(', ')}, segment_ids uuid[]`;

/** SQL: the same of a contact `k` as it is stored. */
export const storedState = state(
  'k',
  'array(select s.segment_id from contact_segments s where s.organization_id = k.organization_id and s.contact_id = k.id order by 1)',
);
