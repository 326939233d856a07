import * as z from 'zod';
import { actor } from './actor';
import { contact, contactIds } from './contact';
import { fieldPath } from './contact-filter';
import { countLimit, pageQuery, search } from './page';
import { BODY, count, time, uuid } from './text';

/** A deleted contact, kept until it is restored or purged. */
export const trashedContact = contact
  .extend({
    deletedAt: time,
    purgeAt: time,
    deletedBy: z.string(),
    actor: actor.nullable().default(null).describe('Who deleted it; null if unknown'),
  })
  .meta({ id: 'TrashedContact' });

export type TrashedContact = z.infer<typeof trashedContact>;

export const trashListQuery = z.strictObject({ ...pageQuery, search: search.optional(), countLimit });

/** Selects contacts to restore by id, or by the `Deletion-Id` of the request that deleted them. */
export const trashRestore = z
  .strictObject({ ids: contactIds.shape.ids.optional(), deletionId: uuid.optional() }, BODY)
  .refine(({ ids, deletionId }) => !ids !== !deletionId, 'Give ids or a deletionId.')
  .meta({ example: { deletionId: '0198c0de-7a11-7000-8000-0123456789ab' } });

/** `conflicts` stay in the trash because another contact has taken their email, phone or an id. */
export const restoreResult = z
  .object({
    count,
    conflicts: z.array(
      z.object({
        id: z.guid(),
        path: z.union([z.enum(['email', 'phone']), fieldPath]),
        contactId: z.guid(),
        message: z.string(),
      }),
    ),
    newIds: z
      .record(z.string(), z.guid())
      .optional()
      .describe('Old id to new id, for contacts that were restored under a new id'),
  })
  .meta({ id: 'RestoreResult' });

export type RestoreResult = z.infer<typeof restoreResult>;
