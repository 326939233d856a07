import { fileAnswer } from '@/app/data/file-answer';
import { route } from '@/app/route-handler';

export { GET } from '../[...read]/route';

/** The same with the query as a form: thousands of ids are too many for an address. */
export const POST = route('contacts:read', async ({ client, request }) =>
  fileAnswer(
    await client.download('exportContacts', {
      query: new URLSearchParams(await request.text()),
      signal: request.signal,
    }),
  ),
);
