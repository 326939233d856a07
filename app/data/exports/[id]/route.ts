import { fileAnswer } from '@/app/data/file-answer';
import { route } from '@/app/route-handler';

/** The file of an export. */
export const GET = route('contacts:read', async ({ client, request, params: { id = '' } }) =>
  fileAnswer(await client.download('downloadExport', { id, signal: request.signal })),
);
