import * as z from 'zod';
import { jobKind, type WorkOf } from '@/lib/jobs/job';
import { writeFileChunk } from '../imports/import-file';
import { jobContext, requireToken } from '../shared/job-context';
import { type ExportQuery, readExportPage, toCsv } from './export-contacts';

/** Pages per chunk. */
const PAGES = 5;

/** `country`: default for phone numbers in the search. `after`: id of the last contact written. */
export const exportType = {
  name: 'export',
  input: z.object({ query: z.custom<ExportQuery>(), name: z.string(), country: z.string().nullish() }),
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
  let text = '';
  for (let page = 0; page < PAGES; page++) {
    const read = await readExportPage(context, query, after);
    text += query.format === 'xlsx' ? jsonLines(read.rows) : toCsv(read.rows, query, after === null);
    contacts += read.contacts;
    after = read.next;
    if (!after) break;
  }
  const position = job.position + 1;
  await writeFileChunk(context, job.id, position, Buffer.from(text));
  return { position, progress: { contacts, after }, done: after === null };
};

export const exportJob = jobKind(exportType, { run });
