import { api } from '@/app/data/reads';
import { route } from '@/app/server/route-handler';

export { GET } from '../[...read]/route';

const exportContacts = api('exportContacts');

/** The same with the query as a form: thousands of ids are too many for an address. */
export const POST = route('contacts:read', async ({ request, ...signedIn }) => {
  const query = new URLSearchParams(await request.text());
  return exportContacts({ ...signedIn, id: '', query, signal: request.signal });
});
