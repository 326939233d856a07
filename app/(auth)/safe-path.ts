const HERE = 'http://roster.invalid';

/** Where to go after sign-in: `next` if it is a local path, else the contacts. */
export function safePath(next: unknown): string {
  if (typeof next !== 'string' || !next.startsWith('/') || !URL.canParse(next, HERE)) return '/contacts';
  // Parse it like a browser: `//host`, `/\host` and `/.//host` lead to another host.
  const url = new URL(next, HERE);
  if (url.origin !== HERE || /^\/($|[/\\]|sign-in|setup)/.test(url.pathname)) return '/contacts';
  return `${url.pathname}${url.search}${url.hash}`;
}
