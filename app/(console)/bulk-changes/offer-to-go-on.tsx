'use client';

import { fetched } from '@/components/ui/fetched';

/** Only where something was interrupted its code is needed. */
export const OfferToGoOn = fetched(() => import('./unfinished-bulk-changes'));
