import { route } from '@/app/route-handler';
import { serviceView } from '@/app/service-view';

/** Capabilities of the service, and its connection. */
export const GET = route('contacts:read', async () => ({ ok: true, data: await serviceView() }));
