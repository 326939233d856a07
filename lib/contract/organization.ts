import { z } from 'zod';
import { scope } from './token';

/** The organization that the token belongs to, and what the token may do in it. */
export const organization = z
  .object({ id: z.guid(), name: z.string(), scopes: z.array(scope) })
  .meta({ id: 'Organization' });

export type Organization = z.infer<typeof organization>;
