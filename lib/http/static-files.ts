import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

/**
 * Serves what the build made for browsers, each file under a name that changes with its content, as the build has
 * compressed it (`scripts/compress.mjs`).
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
  // Of an earlier version: a page that was open meanwhile must ask again after a reload.
  app.notFound((context) => context.text('There is no such file.', 404, { 'Cache-Control': 'no-store' }));
  return getRequestListener(app.fetch, { overrideGlobalObjects: false });
}
