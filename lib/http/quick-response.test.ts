import { expect, test } from 'vitest';

test('a quick response is a Response, and Node’s global classes stay the same', async () => {
  const before = { Request: globalThis.Request, Response: globalThis.Response };
  const { QuickResponse } = await import('./quick-response');
  expect(globalThis.Request).toBe(before.Request);
  expect(globalThis.Response).toBe(before.Response);
  expect(QuickResponse).not.toBe(before.Response);
  const response = new QuickResponse('{"data":1}', { status: 201, headers: { ETag: '"1"' } });
  expect(response).toBeInstanceOf(before.Response);
  expect(response.status).toBe(201);
  expect(response.headers.get('etag')).toBe('"1"');
  expect(await response.json()).toEqual({ data: 1 });
});
