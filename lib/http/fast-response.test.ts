import { expect, test } from 'vitest';

test('a quick response is a Response, and Node’s global classes stay the same', async () => {
  const before = { Request: globalThis.Request, Response: globalThis.Response };
  const { FastResponse } = await import('./fast-response');
  expect(globalThis.Request).toBe(before.Request);
  expect(globalThis.Response).toBe(before.Response);
  expect(FastResponse).not.toBe(before.Response);
  const response = new FastResponse('{"data":1}', { status: 201, headers: { ETag: '"1"' } });
  expect(response).toBeInstanceOf(before.Response);
  expect(response.status).toBe(201);
  expect(response.headers.get('etag')).toBe('"1"');
  expect(await response.json()).toEqual({ data: 1 });
});
