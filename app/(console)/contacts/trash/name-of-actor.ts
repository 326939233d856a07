/** A person stands in the trash as `Ada <ada@example.com>`. */
export function nameOfActor(actor: string): string {
  return actor.replace(/ <[^>]*>$/, '');
}
