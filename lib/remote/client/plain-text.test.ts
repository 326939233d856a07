import { describe, expect, it } from 'vitest';
import { toPresentable, toRemoteError } from './api-error';
import { toPlainText } from './plain-text';

const said = (message: string, error: { status?: number; retryAfter?: number } = {}) =>
  toPresentable(
    { code: 'NOT_FOUND', status: 404, details: [], requestId: null, ...error, message },
    'a token',
  );

describe('a message of a connected service', () => {
  it.each([
    ['Not found', 'Not found.'],
    ['Gone (for good)', 'Gone (for good).'],
    ['It is there.', 'It is there.'],
    ['Really?', 'Really?'],
    ['He said "No."', 'He said "No."'],
    ['没有。', '没有。'],
    ['x'.repeat(400), `${'x'.repeat(300)} …`],
  ])('becomes a sentence: %s', (message, sentence) => {
    expect(said(message).message).toBe(sentence);
  });

  it('is followed by when to try again, even if it is long', () => {
    const { message } = said('x'.repeat(400), { status: 503, retryAfter: 180 });
    expect(message).toBe(`${'x'.repeat(300)} … Try again in 3 minutes.`);
    expect(said('Not found', { retryAfter: 180 }).message).toBe('Not found.');
  });

  it('loses line breaks and bidi controls', () => {
    const turned = '\u202eNot\u202d\u0000 \u2066found\u2069\r\n\u001b[31m\u202c';
    expect(said(turned).message).toBe('Not found [31m.');
    const details = [{ path: 'em\u202eail', message: '\u2067Taken\u0007' }];
    expect(toPresentable({ ...said(''), details }, 'a token').details).toEqual([
      { path: 'email', message: 'Taken' },
    ]);
  });

  it('is empty if it has only such characters', () => {
    const { message } = toRemoteError(404, { error: { message: ' \u202e\u0000' } }, null);
    expect(message).toMatch(/^A proxy or gateway/);
  });

  it('does not show the token, even with such characters in it', () => {
    expect(toPlainText('You sent sec\u202eret\u2066-of-ours.', 'secret-of-ours')).toBe('You sent ….');
  });
});
