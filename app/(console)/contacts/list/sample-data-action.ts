'use server';

import * as z from 'zod';
import { action } from '@/app/server/action';

/** Fills an empty organization with sample data. */
export const loadSampleData = action('sample-data:load', z.undefined(), (_, { call }) =>
  call('loadSampleData', {}),
);
