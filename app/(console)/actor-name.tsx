import type { Actor } from '@/lib/contract/actor';

/**
 * Who made a change: a person, with the full `Ada <ada@example.com>` as a tooltip, or a token, marked as one.
 *
 * @param actor `null` for changes made before actors were recorded.
 */
export function ActorName({ actor, name }: { actor: Actor | null; name: string }) {
  if (actor?.kind === 'token') return <>{name} (API token)</>;
  return <span title={name}>{name.replace(/ <[^>]*>$/, '')}</span>;
}
