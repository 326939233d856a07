import { expect, test, vi } from 'vitest';
import { operations } from '@/lib/contract/operations';
import { toDownloadedFile } from './call';

test('an error while nobody reads fails the stream, and nothing else', async () => {
  const unhandled = vi.fn<() => void>();
  process.on('unhandledRejection', unhandled);
  async function* download() {
    yield 'first';
    throw new Error('lost');
  }
  const file = await toDownloadedFile({ download: download(), fileName: 'a.csv' }, operations.exportContacts);
  // Unhandled rejections are reported after the turn in which they occur.
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
  const reader = file.body.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('first');
  await expect(reader.read()).rejects.toThrow('lost');
});
