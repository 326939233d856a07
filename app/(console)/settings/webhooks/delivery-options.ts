import { pagesOptions } from '@/components/hooks/use-read';

/** Deliveries of a webhook, page after page, latest first. */
export const deliveryOptions = (id: string) =>
  pagesOptions('listDeliveries', (cursor) => ({
    id,
    query: { pageSize: '50', ...(cursor && { cursor }) },
  }));
