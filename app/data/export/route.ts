import { fileAnswer } from '@/app/data/file-answer';
import { route } from '@/app/route-handler';

/** Contacts as CSV: the query is that of GET /contacts.csv of the API. */
export const GET = route('contacts:read', async ({ client, request }) =>
  fileAnswer(
    await client.download('exportContacts', { query: request.nextUrl.searchParams, signal: request.signal }),
  ),
);

/** The same with the query as a form: thousands of ids are too many for an address. */
export const POST = route('contacts:read', async ({ client, request }) =>
  fileAnswer(
    await client.download('exportContacts', {
      query: new URLSearchParams(await request.text()),
      signal: request.signal,
    }),
  ),
);
