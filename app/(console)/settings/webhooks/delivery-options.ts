import { pagesOptions } from '@/components/hooks/use-read';

/** Query options of the deliveries of a webhook, page after page, latest first. */
export const deliveryOptions = (id: string) =>
  pagesOptions('listDeliveries', (cursor) => ({
    id,
    query: { pageSize: '50', ...(cursor && { cursor }) },
  }));
