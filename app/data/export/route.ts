import { fileAnswer } from '@/app/data/file-answer';
import { route } from '@/app/route-handler';

/** Contacts as CSV: the query is that of GET /contacts.csv of the API. */
export const GET = route('contacts:read', async ({ client, request }) =>
  fileAnswer(
    await client.download('exportContacts', { query: request.nextUrl.searchParams, signal: request.signal }),
  ),
);
