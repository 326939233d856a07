import { describe, expect, it } from 'vitest';
import { redact } from './redact';

const token = 'S3cret-token-abc/def+ghi==';

describe('redact', () => {
  it.each([
    ['as it is', token],
    ['percent-encoded', encodeURIComponent(token)],
    ['percent-encoded in small letters', encodeURIComponent(token).toLowerCase()],
    ['as JSON', JSON.stringify(token)],
    ['in base64', Buffer.from(token).toString('base64')],
    ['in base64 for addresses', Buffer.from(token).toString('base64url')],
    ['in base64 behind a name', Buffer.from(`x:${token}`).toString('base64')],
    ['in base64 as the header', Buffer.from(`Bearer ${token}`).toString('base64')],
    ['in base64 behind a longer name', Buffer.from(`user:${token}:end`).toString('base64')],
  ])('hides the token %s', (_, spelt) => {
    const left = redact(`Bad header: ${spelt} here`, token);
    expect(left).toMatch(/^Bad header: .*….* here$/);
    for (const readable of [left, decodeURIComponent(left), decoded(left)])
      expect(readable).not.toContain(token.slice(2, -4));
  });

  it('leaves other text alone', () => {
    expect(redact('The email is taken.', token)).toBe('The email is taken.');
    expect(redact('a.c', 'a+c')).toBe('a.c');
  });
});

/** Decodes each base64 word. */
const decoded = (text: string) =>
  text
    .split(' ')
    .map((word) => Buffer.from(word, 'base64').toString())
    .join(' ');
