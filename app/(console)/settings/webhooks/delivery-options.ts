import { pagesOptions } from '@/components/hooks/use-read';

/** Query options of the deliveries of a webhook, or of those that `failed`, page after page, latest first. */
export const deliveryOptions = (id: string, failed = false) =>
  pagesOptions('listDeliveries', (cursor) => ({
    id,
    query: { pageSize: '50', ...(cursor && { cursor }), ...(failed && { failed: 'true' as const }) },
  }));
