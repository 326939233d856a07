import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Hashes of the style element that sonner injects without a nonce: empty at first, then with its text. The test
 * computes the second one from the installed version.
 */
export const sonnerStyles = [
  'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY=',
];

/**
 * Sets the security headers of a console response. Next takes the nonce for its scripts and styles from the policy in
 * the *request* headers; pages read it from `x-nonce`.
 */
export function setSecurityHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  options: { dev: boolean; https: boolean },
): void {
  const nonce = randomBytes(16).toString('base64');
  const policy = contentSecurityPolicy(nonce, options);
  request.headers['content-security-policy'] = policy;
  request.headers['x-nonce'] = nonce;
  response.setHeader('Content-Security-Policy', policy);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  // Searches in the URL may contain email addresses.
  response.setHeader('Referrer-Policy', 'same-origin');
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  response.setHeader(
    'Permissions-Policy',
    'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  );
  if (options.https) response.setHeader('Strict-Transport-Security', 'max-age=31536000');
}

/** The `Content-Security-Policy`: only this origin, and scripts and styles with the nonce; looser in development. */
function contentSecurityPolicy(nonce: string, { dev, https }: { dev: boolean; https: boolean }): string {
  // In development, hot reload needs `eval` and a web socket.
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    // Style attributes, such as the color of a chip, cannot have a nonce.
    `style-src-elem 'self' ${dev ? "'unsafe-inline'" : styleSources(nonce)}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${dev ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

function styleSources(nonce: string): string {
  return [`nonce-${nonce}`, ...sonnerStyles].map((source) => `'${source}'`).join(' ');
}
