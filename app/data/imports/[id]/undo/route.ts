import { route } from '@/app/route-handler';

/** What undoing an import would do. */
export const GET = route('contacts:read', ({ client, request, params }) =>
  client.call('getImportUndoPlan', { id: params.id ?? '', signal: request.signal }),
);
