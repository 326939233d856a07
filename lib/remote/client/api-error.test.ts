import { describe, expect, it } from 'vitest';
import { toRemoteError } from './api-error';

const codeOf = (message: string, code = 'NOT_FOUND') =>
  toRemoteError(404, { error: { code, message, details: [] } }, null).code;

describe('a 404', () => {
  it('is about the contact by default', () =>
    expect(codeOf('The contact in the path was not found.')).toBe('NOT_FOUND'));

  it.each(['ROUTE_NOT_FOUND', 'NO_SUCH_PATH'])('with the code %s is about the route', (code) =>
    expect(codeOf('Not here', code)).toBe('BAD_RESPONSE'),
  );
});
