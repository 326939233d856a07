/** @type {import('next').NextConfig} */
export default {
  // Set by server.ts, which serves a complete build. `next build` and `next dev` work in `.next`.
  distDir: process.env.ROSTER_CONSOLE,
  // `npm test` checks types; a build, which a first start waits for, needs neither that time nor devDependencies.
  typescript: { ignoreBuildErrors: true },
  reactStrictMode: true,
  poweredByHeader: false,
  // server.ts compresses for both halves of the program.
  compress: false,
  // No page has images to resize, and /_next/image would do it for strangers.
  images: { unoptimized: true },
  // Browsers ask for it wherever a page's own icon is not there yet.
  redirects: () => [{ source: '/favicon.ico', destination: '/favicon.svg', permanent: true }],
  experimental: {
    // forbidden() answers 403 with the page that says that a role may not.
    authInterrupts: true,
    // Loading every page before the first request costs a sixth of the start's processor time.
    preloadEntriesOnStart: false,
  },
};
