const HERE = 'http://roster.invalid';

/** Where to go after signing in: `next` when it is a path of this console, else the contacts. */
export function safePath(next: unknown): string {
  if (typeof next !== 'string' || !next.startsWith('/') || !URL.canParse(next, HERE)) return '/contacts';
  // The URL parser reads it like a browser: `//host` and `/\host` lead elsewhere, and `/.//host` becomes `//host`.
  const url = new URL(next, HERE);
  if (url.origin !== HERE || /^\/($|[/\\]|sign-in|setup)/.test(url.pathname)) return '/contacts';
  return `${url.pathname}${url.search}${url.hash}`;
}
