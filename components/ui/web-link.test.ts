import { expect, test } from 'vitest';
import { WebLink } from './web-link';

test.each(['javascript:alert(1)', 'data:text/html,x', ' https://a.example', 'https://', '//a.example', ''])(
  '%j is only its content',
  (href) => expect(WebLink({ href, children: 'content' })).toBe('content'),
);

test('an address of the web opens in a new tab, which cannot reach this one', () =>
  expect(WebLink({ href: 'HTTPS://a.example/x' })).toMatchObject({
    props: { href: 'HTTPS://a.example/x', target: '_blank', rel: 'noopener noreferrer' },
  }));
