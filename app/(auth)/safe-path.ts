const HERE = 'http://roster.invalid';

/**
 * Path to open after sign-in: `next`, or the contacts if it is not local, or is `/`, sign-in or setup. Prevents open
 * redirects.
 */
export function safePath(next: unknown): string {
  if (typeof next !== 'string' || !next.startsWith('/') || !URL.canParse(next, HERE)) return '/contacts';
  // Parse `next` like a browser does: `//host`, `/\host` and `/.//host` lead to another host.
  const url = new URL(next, HERE);
  if (url.origin !== HERE || /^\/($|[/\\]|sign-in|setup)/.test(url.pathname)) return '/contacts';
  return `${url.pathname}${url.search}${url.hash}`;
}
