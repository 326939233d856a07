/** @type {import('next').NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  // server.ts compresses for both halves of the program.
  compress: false,
};
