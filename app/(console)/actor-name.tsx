/** Who did something, by name. Records tell of a person as `Ada <ada@example.com>`, which is said where one points at it. */
export function ActorName({ actor }: { actor: string }) {
  return <span title={actor}>{actor.replace(/ <[^>]*>$/, '')}</span>;
}
