import { fileAnswer } from '@/app/data/file-answer';
import { route } from '@/app/route-handler';

/** The rejected rows of an import as CSV. */
export const GET = route('contacts:read', async ({ client, request, params }) =>
  fileAnswer(await client.download('downloadRejectedRows', { id: params.id ?? '', signal: request.signal })),
);
