import { route } from '@/app/route-handler';

export const GET = route('contacts:read', ({ client, request, params }) =>
  client.call('getImport', { id: params.id ?? '', signal: request.signal }),
);
