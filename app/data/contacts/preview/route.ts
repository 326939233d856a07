import { refusal } from '@/app/server/guard';
import { route } from '@/app/server/route-handler';
import { contactUpsert } from '@/lib/contract/contact';
import { detailsOf } from '@/lib/contract/error';

/** Previews a contact. A POST only to keep personal data out of URLs and logs. */
export const POST = route('contacts:write', async ({ call, request }) => {
  const body = contactUpsert.safeParse(await request.json().catch(() => null));
  if (!body.success) return refusal('VALIDATION_ERROR', 'Some fields are invalid.', detailsOf(body.error));
  return call('previewContact', { body: body.data }, { signal: request.signal });
});
