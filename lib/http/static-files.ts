import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

/**
 * Serves the build's static files, which have content hashes in their names and were compressed by
 * `scripts/compress.mjs`.
 *
 * @param folder `.next/static`.
 */
export function serveStaticFiles(folder: string): RequestListener {
  const app = new Hono();
  app.use(
    '/_next/static/*',
    async (context, next) => {
      await next();
      if (!context.res.ok) return;
      context.header('Cache-Control', 'public, max-age=31536000, immutable');
      context.header('X-Content-Type-Options', 'nosniff');
    },
    serveStatic({
      root: folder,
      rewriteRequestPath: (path) => path.slice('/_next/static'.length),
      precompressed: true,
    }),
  );
  // A page of an earlier version may ask for its files; do not cache their absence.
  app.notFound((context) => context.text('File not found.', 404, { 'Cache-Control': 'no-store' }));
  return getRequestListener(app.fetch, { overrideGlobalObjects: false });
}
