/** @type {import('next').NextConfig} */
export default {
  // server.ts sets this variable to serve a complete build. `next build` and `next dev` work in `.next`.
  distDir: process.env.ROSTER_CONSOLE,
  // `npm test` checks types. In a build, this would delay a first start and need devDependencies.
  typescript: { ignoreBuildErrors: true },
  reactStrictMode: true,
  poweredByHeader: false,
  // server.ts compresses for both halves of the program.
  compress: false,
  // No page has images to resize, and /_next/image would resize images for strangers.
  images: { unoptimized: true },
  // Browsers request /favicon.ico while they do not know a page's own icon.
  redirects: () => [{ source: '/favicon.ico', destination: '/favicon.svg', permanent: true }],
  experimental: {
    // Lets forbidden() answer 403 with the page about missing permissions.
    authInterrupts: true,
    // Loading every page before the first request costs a sixth of the start's processor time.
    preloadEntriesOnStart: false,
  },
};
