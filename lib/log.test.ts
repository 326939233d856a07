import { expect, test, vi } from 'vitest';
import { createLog } from './log';

test('an error of the database is logged without what it knows of the query', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const log = createLog('error');
  const err = Object.assign(new Error('duplicate key', { cause: new Error('first') }), {
    code: '23505',
    detail: 'Key (email)=(hidden@example.com) already exists.',
    client: { _activeQuery: { values: ['hidden@example.com'] } },
  });
  log.error({ err }, 'A request failed.');
  const line = String(write.mock.calls.at(-1)?.[0]);
  write.mockRestore();
  expect(line).not.toContain('hidden');
  expect(JSON.parse(line).err).toMatchObject({
    message: 'duplicate key',
    code: '23505',
    cause: { message: 'first' },
  });
});
