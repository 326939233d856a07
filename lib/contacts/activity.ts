import type { Activity } from '@/lib/contract/activity';
import type { Actor } from '@/lib/contract/actor';
import type { RequestContext } from '@/lib/database/statement';

/** Actor and request: `$2` to `$5` of every statement that writes. */
export const actorValues = (context: RequestContext) => [
  context.actor.kind,
  context.actor.id,
  context.actor.name,
  context.requestId,
];

/** SQL that records activity for the other parts of a statement; `from` follows. */
export function recording(
  action: Activity['action'],
  subject: string,
  before: string,
  after: string,
): string {
  return `insert into activities
    (organization_id, id, at, action, actor_kind, actor_id, actor_name, request_id, subject_id, before, after)
    select $1, uuid_of(clock_timestamp()), date_trunc('milliseconds', clock_timestamp()), '${action}',
      $2, $3, $4, $5, ${subject}, (${before})::jsonb, (${after})::jsonb`;
}

/** An actor from stored columns; `null` for old rows with a name only. */
export const storedActor = (kind: Actor['kind'] | null, id: string | null, name: string): Actor | null =>
  kind && { kind, id, name };
