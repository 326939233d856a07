const KEY = Symbol.for('roster.locale');
const holder = globalThis as { [KEY]?: () => string | undefined };

/** Sets the function that returns the locale of the current request. Called once, by `server.ts`. */
export function provideLocale(ofRequest: () => string | undefined): void {
  holder[KEY] = ofRequest;
}

let ofPage = '';

/** English as written in the reader's region, such as `en-DE`. The server chooses it and sets it as the page's language. */
export function locale(): string {
  if (typeof document === 'undefined') return holder[KEY]?.() ?? 'en-US';
  // Keep the first value: translation programs change `lang`. Not-found pages have none during their first render.
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
