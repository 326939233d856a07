const KEY = Symbol.for('roster.locale');
const holder = globalThis as { [KEY]?: () => string | undefined };

/** Tells the locale of the request that is being served. Called once, by `server.ts`. */
export function provideLocale(ofRequest: () => string | undefined): void {
  holder[KEY] = ofRequest;
}

let ofPage = '';

/** English as written in the reader's region, such as `en-DE`: the server's choice, and the page's language. */
export function locale(): string {
  if (typeof document === 'undefined') return holder[KEY]?.() ?? 'en-US';
  // Kept: programs that translate a page change its language. Pages that are not found have none while they are first rendered.
  ofPage ||= document.documentElement.lang;
  return ofPage || 'en-US';
}

/** A formatter for the reader's locale. Cached: creating one is a hundred times slower than using it. */
export function perLocale<Formatter>(create: (locale: string) => Formatter): () => Formatter {
  const created = new Map<string, Formatter>();
  return () => {
    const name = locale();
    const formatter = created.get(name) ?? create(name);
    created.set(name, formatter);
    return formatter;
  };
}
