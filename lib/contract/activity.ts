import * as z from 'zod';
import { actor } from './actor';
import { pageQuery } from './page';
import { count, instant, time, uuid } from './text';

export const activityActions = [
  'contact.created',
  'contact.updated',
  'contact.deleted',
  'contact.restored',
  'contact.merged',
  'contact.purged',
  'contact.exported',
  'contact.noted',
  'contact.note-deleted',
  'segment.created',
  'segment.updated',
  'segment.deleted',
  'segment.restored',
  'segment.members-changed',
  'referral-code.created',
  'referral-code.updated',
  'field.created',
  'field.updated',
  'field.deleted',
  'token.created',
  'token.revoked',
  'webhook.created',
  'webhook.updated',
  'webhook.deleted',
  'person.invited',
  'person.joined',
  'person.updated',
  'person.deactivated',
  'person.reactivated',
  'person.signed-in',
  'person.sign-in-failed',
  'organization.updated',
  'proposal.created',
  'proposal.approved',
  'proposal.declined',
  'proposal.withdrawn',
  'list.exported',
  'list.downloaded',
  'list.read',
] as const;

/** Subjects of activity: the prefixes of actions. */
export const activityKinds = [
  'contact',
  'segment',
  'referral-code',
  'field',
  'token',
  'webhook',
  'person',
  'organization',
  'proposal',
  'list',
] as const;

/** `after` of an entry about an exported or downloaded list, or one that an assistant has read. */
export interface ListTaken {
  list: 'contacts' | 'activity' | 'rejected rows';
  as: 'file' | 'stream' | 'answer';
  /** Number of rows in the list. */
  count: number;
  /** Contacts left out because they must not be contacted. */
  leftOut?: number;
  /** How many of them are in the list, by choice. */
  includesDoNotContact?: number;
  /** Whether the rows were selected one by one. */
  selected?: true;
  filter?: Record<string, unknown>;
  columns?: string[];
  /** The tool of the assistant that has read it. */
  tool?: string;
}

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
      .describe(
        'The contact, segment, referral code, field, token, webhook, person or organization; for a list, the export or import that has it, or the organization',
      ),
    subject: z
      .string()
      .nullable()
      .default(null)
      .describe('Its current name; null if it has none or was permanently deleted'),
    before: values,
    after: values,
    requestId: z.string().nullable(),
    import: z
      .object({ id: z.guid(), name: z.string() })
      .nullable()
      .default(null)
      .describe('The import that made the change, or whose undo did; `name` is that of its file'),
    folded: z
      .object({
        count: count.describe('Entries, this one included'),
        since: time.describe('Time of the earliest one'),
        actions: z.array(z.enum(activityActions)),
        bulkChangeId: z.guid().nullable().describe('The bulk change that made them'),
      })
      .optional()
      .describe('With `fold`: the entries that this one, the latest of them, stands for'),
  })
  .meta({ id: 'Activity' });

export type Activity = z.infer<typeof activity>;

const ACTION = 'An action, such as contact.created, or its subject, such as contact.';

const filters = {
  subjectId: uuid
    .optional()
    .describe(
      'Only activity about this contact, segment, referral code, token or person; for a contact, includes deletion and restoration of its segments',
    ),
  action: z
    .enum([...activityKinds, ...activityActions], ACTION)
    .optional()
    .describe('Only this action, or all actions of a subject such as `segment`'),
  actorKind: z
    .enum(actor.shape.kind.options, 'staff, token or system.')
    .optional()
    .describe('Only by people, tokens or the system'),
  actorId: uuid.optional().describe('Only by this person or token'),
  importId: uuid.optional().describe('Only by this import and its undo'),
  from: instant.optional().describe('Only at this time or later'),
  to: instant.optional().describe('Only before this time'),
};

export const activityListQuery = z.strictObject({
  pageSize: pageQuery.pageSize,
  cursor: pageQuery.cursor,
  fold: z
    .literal('true', 'true, or leave it out.')
    .optional()
    .describe(
      'Let one entry stand for all of a bulk change, an import, a request, a burst of a token or the sign-ins of a person on a day',
    ),
  ...filters,
});

/** Query of GET /activity.csv. */
export const activityExportQuery = z.strictObject(filters);

export const activityMeta = z
  .object({ pageSize: z.int(), nextCursor: z.string().nullable() })
  .meta({ id: 'ActivityMeta' });
