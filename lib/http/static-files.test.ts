import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compressFolder } from '../../scripts/compress.mjs';
import { serveStaticFiles } from './static-files';

const root = mkdtempSync(path.join(tmpdir(), 'roster-static-'));
const script = 'console.log("contacts");'.repeat(100);
const server = createServer();

beforeAll(async () => {
  const folder = path.join(root, 'static');
  mkdirSync(path.join(folder, 'chunks'), { recursive: true });
  writeFileSync(path.join(folder, 'chunks', 'a.js'), script);
  writeFileSync(path.join(folder, 'font.woff2'), 'font');
  writeFileSync(path.join(root, 'secret'), 'secret');
  await compressFolder(folder);
  server.on('request', serveStaticFiles(folder));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  rmSync(root, { recursive: true });
});

/** Requests the path as it is; fetch would resolve its dots. */
function ask(target: string, encoding = 'identity'): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    get({ port, path: target, headers: { 'accept-encoding': encoding } }, resolve).on('error', reject);
  });
}

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['identity', undefined, (content: Buffer) => content],
])('a browser that accepts %s gets %s, cacheable for a year', async (accepted, encoding, decode) => {
  const answer = await ask('/_next/static/chunks/a.js', accepted);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': expect.stringMatching(/javascript/),
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  expect(answer.headers['content-encoding']).toBe(encoding);
  expect(decode(await buffer(answer)).toString()).toBe(script);
});

test('a font is sent uncompressed', async () => {
  const answer = await ask('/_next/static/font.woff2', 'br');
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.headers['content-type']).toBe('font/woff2');
  expect(await text(answer)).toBe('font');
});

test.each(['/_next/static/chunks/b.js', '/_next/static/../secret', '/_next/static/%2e%2e/secret'])(
  '%s is not there, and nobody keeps that',
  async (target) => {
    const answer = await ask(target, 'br');
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['cache-control']).toBe('no-store');
  },
);
