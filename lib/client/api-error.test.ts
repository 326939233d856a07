import { describe, expect, it } from 'vitest';
import { errorOf } from './api-error';

const codeOf = (message: string, code = 'NOT_FOUND') =>
  errorOf(404, { error: { code, message, details: [] } }, null).code;

describe('a 404', () => {
  it.each([
    'No contact has the id given in the path.',
    'Contact 7 was not found. Check the path parameter.',
    'No contact with the email jo@pathfinder.org',
    'The contact in the route was not found.',
    'En route to another list, the contact was lost.',
  ])('means the contact: %s', (message) => {
    expect(codeOf(message)).toBe('NOT_FOUND');
  });

  it.each<[string, string?]>([
    ['There is no such path in this API.'],
    ['Cannot DELETE /v1/contacts/7'],
    ['Route DELETE:/v1/contacts not found'],
    ['The requested endpoint does not exist.'],
    ['No route matches [DELETE] "/contacts"'],
    ['Unknown endpoint'],
    ['Not here', 'ROUTE_NOT_FOUND'],
    ['Not here', 'NO_SUCH_PATH'],
  ])('means the path: %s', (message, code) => {
    expect(codeOf(message, code)).toBe('BAD_RESPONSE');
  });
});
