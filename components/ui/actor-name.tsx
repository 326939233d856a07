import type { Actor } from '@/lib/contract/actor';

/**
 * Name of the person, without the email, or token that made a change. `actor` is `null` for changes stored before actors
 * were recorded.
 */
export function ActorName({ actor, name }: { actor: Actor | null; name: string }) {
  if (actor?.kind === 'token') return <>{name} (API token)</>;
  return <span title={name}>{name.replace(/ <[^>]*>$/, '')}</span>;
}
