import * as z from 'zod';
import { jobKind, type WorkOf } from '@/lib/jobs/job';
import { writeFileChunk } from '../imports/import-file';
import { jobContext, requireToken } from '../shared/job-context';
import { type ExportQuery, exportPages, PAGE, readStoredOrder, storeOrder, toCsv } from './export-contacts';

/** Pages per chunk. */
const PAGES = 5;

/** `country`: default for phone numbers in the search. `leftOut`: contacts who must not be contacted. `after`: id of the last contact written. */
export const exportType = {
  name: 'export',
  input: z.object({
    query: z.custom<ExportQuery>(),
    name: z.string(),
    country: z.string().nullish(),
    leftOut: z.int().optional(),
  }),
  progress: z.object({ contacts: z.int(), after: z.guid().nullable() }),
};

/** Cells of a workbook as stored: lines of JSON, which a download converts to .xlsx. */
const jsonLines = (rows: string[][]) => rows.map((cells) => `${JSON.stringify(cells)}\n`).join('');

/** Appends the next `PAGES` pages of contacts to the file. The token must still be usable. */
const run: WorkOf<typeof exportType> = async ({ job, database, client }) => {
  const { query, country } = job.input;
  const context = { ...jobContext(database, job), client, country };
  await requireToken(context, job);
  let { contacts, after } = job.progress;
  const isFirst = job.position === 0;
  if (query.sort && isFirst) await storeOrder(context, job.id, query);
  const chunk = PAGES * PAGE;
  const order = query.sort ? await readStoredOrder(context, job.id, job.position * chunk, chunk) : null;
  let [text, pages] = ['', 0];
  for await (const page of exportPages(context, query, { order, after, isFirst })) {
    const withMark = isFirst && pages === 0;
    text += query.format === 'xlsx' ? jsonLines(page.rows) : toCsv(page.rows, query, withMark);
    contacts += page.contacts;
    after = page.next;
    pages += 1;
    if (pages === PAGES) break;
  }
  const position = job.position + 1;
  await writeFileChunk(context, job.id, position, Buffer.from(text));
  const done = order ? pages < PAGES || order.length === 0 : after === null;
  return { position, progress: { contacts, after }, done };
};

export const exportJob = jobKind(exportType, { run });
