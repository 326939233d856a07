import { route } from '@/app/route-handler';
import { serviceView } from '@/app/service-view';

/** Supported features, and how the connection to it is. */
export const GET = route('contacts:read', async () => ({ ok: true, data: await serviceView() }));
