import * as z from 'zod';
import { scope } from './token';

/** The token's organization and scopes. */
export const organization = z
  .object({ id: z.guid(), name: z.string(), scopes: z.array(scope) })
  .meta({ id: 'Organization' });

export type Organization = z.infer<typeof organization>;
