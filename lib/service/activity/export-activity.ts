import type { Activity } from '@/lib/contract/activity';
import { spreadsheetRow } from '@/lib/contract/csv-cell';
import type { RequestContext } from '@/lib/database/statement';
import type { Handler } from '../shared/reply';
import { type ActivityFilter, countActivity, NEWEST, readActivity } from './read-activity';
import { recordList } from './record-list';

const PAGE = 1_000;

const json = (value: unknown) => (value === null ? '' : JSON.stringify(value));

/** Cells by header. */
const cells: Record<string, (activity: Activity) => string> = {
  Time: ({ at }) => at,
  Action: ({ action }) => action,
  Subject: ({ subject }) => subject ?? '',
  'Subject ID': ({ subjectId }) => subjectId,
  Actor: ({ actor }) => actor.name,
  'Actor kind': ({ actor }) => actor.kind,
  'Actor ID': ({ actor }) => actor.id ?? '',
  Import: (activity) => activity.import?.name ?? '',
  Before: ({ before }) => json(before),
  After: ({ after }) => json(after),
  'Request ID': ({ requestId }) => requestId ?? '',
  ID: ({ id }) => id,
};

/** Streams the activity that matches the filter as CSV, latest first. Records the export. */
export const exportActivity: Handler<'exportActivity'> = async ({ context, query }) => {
  const count = await countActivity(context, query);
  await recordList(context, 'list.exported', { list: 'activity', as: 'stream', count, filter: query });
  return {
    download: csvPages(context, query),
    fileName: `activity ${new Date().toISOString().slice(0, 10)}.csv`,
  };
};

/** Activity as CSV, latest first: the header, then a page of lines at a time. */
async function* csvPages(context: RequestContext, filter: ActivityFilter): AsyncGenerator<string> {
  // Excel recognizes UTF-8 by the byte order mark.
  let head = `\uFEFF${spreadsheetRow(Object.keys(cells), ',')}`;
  for (let before = NEWEST; ; ) {
    const page = await readActivity(context, filter, before, PAGE);
    const rows = page.map((activity) =>
      spreadsheetRow(
        Object.values(cells).map((cell) => cell(activity)),
        ',',
      ),
    );
    yield head + rows.join('');
    if (page.length < PAGE) return;
    head = '';
    before = page.at(-1)?.id ?? before;
  }
}
