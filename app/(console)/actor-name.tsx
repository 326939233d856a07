import type { Actor } from '@/lib/contract/actor';

/**
 * Who did something. A person's name is recorded as `Ada <ada@example.com>`, and shown in full where one points at it; a token
 * may have any name, so that it is one is said beside it.
 *
 * @param actor `null` for what was done before it was recorded.
 */
export function ActorName({ actor, name }: { actor: Actor | null; name: string }) {
  if (actor?.kind === 'token') return <>{name} (API token)</>;
  return <span title={name}>{name.replace(/ <[^>]*>$/, '')}</span>;
}
