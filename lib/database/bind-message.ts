/** What `pg` hands to a connection to bind the values of a prepared statement. */
export interface Bind {
  portal?: string;
  statement?: string;
  values?: unknown[];
  binary?: boolean;
  valueMapper?(value: unknown, index: number): string | Uint8Array | null | undefined;
}

/**
 * The bind message of PostgreSQL's protocol. Strings are measured and written by Node itself: PGlite's own message goes
 * through them letter by letter, which takes longer than the database does to read 500 contacts.
 */
export function bindMessage({ portal = '', statement = '', values = [], binary, valueMapper }: Bind): Buffer {
  const given = values.map((value, index) => {
    const mapped = valueMapper ? valueMapper(value, index) : (value as string | Uint8Array | null);
    return {
      mapped,
      length: typeof mapped === 'string' ? Buffer.byteLength(mapped) : (mapped?.length ?? -1),
    };
  });
  const names = `${portal}\0${statement}\0`;
  const length =
    Buffer.byteLength(names) + 12 + given.reduce((sum, value) => sum + 6 + Math.max(value.length, 0), 0);
  const message = Buffer.allocUnsafe(1 + length);
  let at = message.write('B', 0);
  at = message.writeInt32BE(length, at);
  at += message.write(names, at);
  // Above 32,767 the number of values goes on as an unsigned one.
  at = message.writeUInt16BE(given.length, at);
  for (const { mapped } of given) at = message.writeInt16BE(mapped instanceof Uint8Array ? 1 : 0, at);
  at = message.writeUInt16BE(given.length, at);
  for (const { mapped, length } of given) {
    at = message.writeInt32BE(length, at);
    if (typeof mapped === 'string') at += message.write(mapped, at);
    else if (mapped) {
      message.set(mapped, at);
      at += mapped.length;
    }
  }
  // All columns are answered in one format.
  at = message.writeInt16BE(1, at);
  message.writeInt16BE(binary ? 1 : 0, at);
  return message;
}
