import type { Actor } from '@/lib/contract/actor';

/** Plain words for actors that are named after a variable or a command. */
const plainNames: Record<string, string> = {
  CONTACTS_API_TOKEN: 'Environment token',
  'npm run staff': 'Server command',
};

/** The name of a person without the email, or of what made a change in plain words. */
export const shortName = (name: string) => plainNames[name] ?? name.replace(/ <[^>]*>$/, '');

/**
 * Name of the person, without the email, or token that made a change. `actor` is `null` for changes stored before actors
 * were recorded.
 */
export function ActorName({ actor, name }: { actor: Actor | null; name: string }) {
  if (actor?.kind === 'token' && !plainNames[name]) return <>{name} (API token)</>;
  return <span title={name}>{shortName(name)}</span>;
}
