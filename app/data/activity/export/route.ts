import { fileAnswer } from '@/app/data/file-answer';
import { route } from '@/app/route-handler';

/** Activity as CSV: the query is that of GET /activity.csv of the API. */
export const GET = route('activity:read', async ({ client, request }) =>
  fileAnswer(
    await client.download('exportActivity', { query: request.nextUrl.searchParams, signal: request.signal }),
  ),
);
