import type { Actor } from '@/lib/contract/actor';

/** Who made a change: a person or a token. `actor` is `null` for changes before actors were recorded. */
export function ActorName({ actor, name }: { actor: Actor | null; name: string }) {
  if (actor?.kind === 'token') return <>{name} (API token)</>;
  return <span title={name}>{name.replace(/ <[^>]*>$/, '')}</span>;
}
