import * as z from 'zod';
import { actor } from './actor';
import { BODY, count, plainName, requiredLine, time, uuid } from './text';

/** A segment as listed by `GET /segments`. */
export const segment = z
  .object({
    id: z.guid(),
    title: z.string(),
    color: z.string().nullable().meta({ description: '`#rrggbb`, lower case', example: '#2563eb' }),
    contactCount: count.optional().describe('Only with `include=contactCount`'),
    createdAt: time.optional().describe('Only with `include=contactCount`'),
  })
  .meta({ id: 'Segment' });

export type Segment = z.infer<typeof segment>;

/** A deleted segment, kept until it is restored or purged. */
export const deletedSegment = segment
  .extend({
    contactCount: count.describe('Number of contacts when it was deleted'),
    createdAt: time,
    deletedAt: time,
    purgeAt: time,
    deletedBy: z.string(),
    actor: actor.nullable().default(null).describe('Who deleted it; null if unknown'),
  })
  .meta({ id: 'DeletedSegment' });

export type DeletedSegment = z.infer<typeof deletedSegment>;

export const segmentListQuery = z.strictObject({
  include: z.enum(['contactCount'], 'Only contactCount can be included.').optional(),
});

const title = requiredLine(100, 'A title is required.', plainName);
const color = z
  .string('Write the color as #rrggbb.')
  .trim()
  .regex(/^#[0-9a-f]{6}$/i, 'Write the color as #rrggbb.')
  .transform((value) => value.toLowerCase())
  .meta({ openapi: { type: 'string', pattern: '^\\s*#[0-9a-fA-F]{6}\\s*$', example: '#2563eb' } });

/** Titles are unique in an organization, ignoring case; a duplicate is a 409 at `title`. */
export const segmentCreate = z.strictObject({ title, color: color.optional() }, BODY);
export const segmentUpdate = z.strictObject({ title: title.optional(), color: color.optional() }, BODY);

/** Body of POST /trash/segments/{id}/restore: a new title, if the old one is taken. */
export const segmentRestore = z
  .strictObject({ title: title.optional() }, BODY)
  .meta({ example: { title: 'VIP 2' } });

/** Distinct colors, legible as chips in both themes; new segments take the next one. */
export const segmentPalette = [
  '#2563eb',
  '#0891b2',
  '#0d9488',
  '#16a34a',
  '#65a30d',
  '#ca8a04',
  '#ea580c',
  '#dc2626',
  '#db2777',
  '#c026d3',
  '#7c3aed',
  '#475569',
] as const;

export const segmentIds = z.array(uuid, 'A list of segment ids.').max(100, 'At most 100 segments.');
