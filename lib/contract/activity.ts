import { z } from 'zod';
import { actor } from './actor';
import { pageQuery } from './page';
import { time, uuid } from './text';

export const activityActions = [
  'contact.created',
  'contact.updated',
  'contact.deleted',
  'contact.restored',
  'contact.purged',
  'segment.created',
  'segment.updated',
  'segment.deleted',
  'segment.restored',
  'referral-code.created',
  'referral-code.updated',
  'token.created',
  'token.revoked',
  'person.invited',
  'person.joined',
  'person.updated',
  'person.deactivated',
  'person.reactivated',
  'person.signed-in',
] as const;

const values = z.record(z.string(), z.unknown()).nullable();

/** One logged change. `before` and `after` hold the changed fields, or all fields on create and delete. */
export const activity = z
  .object({
    id: z.guid(),
    at: time,
    action: z.enum(activityActions),
    actor,
    subjectId: z
      .guid()
      .meta({ description: 'The contact, segment, referral code, token or person that changed' }),
    before: values,
    after: values,
    requestId: z.string().nullable(),
    import: z
      .object({ id: z.guid(), name: z.string() })
      .nullable()
      .default(null)
      .meta({ description: 'The import that made the change, or whose undo did, with the name of its file' }),
  })
  .meta({ id: 'Activity' });

export type Activity = z.infer<typeof activity>;

export const activityListQuery = z.strictObject({
  pageSize: pageQuery.pageSize,
  cursor: pageQuery.cursor,
  subjectId: uuid
    .optional()
    .meta({ description: 'Only changes to this contact, segment, referral code or token' }),
});

export const activityMeta = z
  .object({ pageSize: z.int(), nextCursor: z.string().nullable() })
  .meta({ id: 'ActivityMeta' });
