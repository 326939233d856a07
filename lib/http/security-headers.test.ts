import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { expect, test } from 'vitest';
import { setSecurityHeaders, sonnerStyles } from './security-headers';

function headersFor(options: { dev: boolean; https: boolean }) {
  const request = { headers: {} } as IncomingMessage;
  const sent: Record<string, string> = {};
  const response = { setHeader: (name: string, value: string) => (sent[name] = value) };
  setSecurityHeaders(request, response as unknown as ServerResponse, options);
  return { request, sent, policy: sent['Content-Security-Policy'] ?? '' };
}

test('scripts need a nonce, which is new for each request and passed to Next', () => {
  const first = headersFor({ dev: false, https: false });
  const second = headersFor({ dev: false, https: false });
  expect(first.policy).toMatch(/script-src 'self' 'nonce-[\w+/]{22}==' 'strict-dynamic';/);
  expect(first.policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(first.policy).not.toMatch(/style-src-elem[^;]*unsafe/);
  expect(first.policy).toContain("frame-ancestors 'none'");
  expect(first.policy).not.toBe(second.policy);
  expect(first.request.headers['content-security-policy']).toBe(first.policy);
  expect(first.policy).toContain(`'nonce-${String(first.request.headers['x-nonce'])}'`);
});

test('HTTPS is required only if the public origin uses it', () => {
  expect(headersFor({ dev: false, https: false }).sent).not.toHaveProperty('Strict-Transport-Security');
  expect(headersFor({ dev: false, https: true }).sent).toHaveProperty('Strict-Transport-Security');
});

test('the policy allows the style sheet of the installed sonner', () => {
  const source = readFileSync(path.resolve('node_modules/sonner/dist/index.mjs'), 'utf8');
  const [, literal = '""'] = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(source) ?? [];
  const digestOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
  expect(sonnerStyles).toEqual([digestOf(''), digestOf(JSON.parse(literal) as string)]);
});
