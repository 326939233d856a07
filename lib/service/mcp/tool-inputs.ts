import * as z from 'zod';

/** Most rows of an answer. */
export const PAGE = 20;

export const id = (what: string) => z.uuid().describe(`Id of the ${what}`);

const texts = (description: string) => z.array(z.string()).max(20).optional().describe(description);

/** The filters of the tools, fewer than those of `GET /contacts`. */
export const filterInput = {
  search: z.string().optional().describe('Words in name, email, phone, company or ids'),
  segmentIds: texts('Ids of segments (list_segments); `none` for contacts without a segment'),
  segmentMatch: z.enum(['any', 'all', 'none']).optional().describe('How segmentIds apply; any by default'),
  company: texts('Exact names of companies'),
  jobtitle: texts('Exact job titles'),
  has: texts('Fields with a value: email, phone, company, jobtitle, fields.KEY'),
  lacks: texts('Fields without a value'),
  doNotContact: z.boolean().optional().describe('Only those who must not be contacted, or only others'),
  updatedFrom: z.iso.datetime().optional().describe('Changed at this time or later'),
};
const filter = z.strictObject(filterInput);

/** The filter as operations take it, without what is not given. */
export function toFilter({ segmentIds, doNotContact, ...rest }: z.output<typeof filter>) {
  const all = { ...rest, segmentId: segmentIds, doNotContact: doNotContact?.toString() };
  return Object.fromEntries(Object.entries(all).filter(([, one]) => one !== undefined));
}
