import { expect, test } from 'vitest';
import type { Segment } from '@/lib/contract/segment';
import { NO_FIELDS } from './field-words';
import { withoutGoneHref } from './rule-words';

test('a deleted field leaves the rule, also if it was the only one', () => {
  const segment = { id: 'a', rule: { company: ['Acme'], fields: { plan: ['pro'] } } } as unknown as Segment;
  const href = withoutGoneHref(segment, new Map(), new Map());
  expect(href).toContain('company=Acme');
  expect(href).not.toContain('plan');
  // Not while the fields load.
  expect(withoutGoneHref(segment, new Map(), NO_FIELDS)).toContain('plan');
});
