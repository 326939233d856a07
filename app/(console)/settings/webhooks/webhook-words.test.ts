import { expect, test } from 'vitest';
import { durationInWords, eventWords, resultInWords, shareDelivered, typesInWords } from './webhook-words';

test('types, results and durations are put in words', () => {
  expect(eventWords('referral-code.created')).toBe('Referral code created');
  expect(eventWords('webhook.test')).toBe('Test');
  expect(eventWords('contact.purged')).toBe('Contact deleted forever');
  expect(typesInWords(null)).toBe('All events');
  expect(typesInWords(['contact.created'])).toBe('Contact created');
  expect(typesInWords(['contact.created', 'contact.deleted'])).toBe('Contact created, Contact deleted');
  expect(typesInWords(['contact.created', 'contact.deleted', 'segment.created'])).toBe(
    'Contact created and 2 more',
  );
  const none = { status: null, answer: null, problem: null };
  expect(resultInWords(none)).toBe('');
  expect(resultInWords({ ...none, problem: 'timeout' })).toBe('No response within 10 seconds');
  expect(resultInWords({ ...none, status: 204 })).toBe('204');
  expect(resultInWords({ ...none, status: 500, answer: 'Oops' })).toBe('500 Oops');
  expect([durationInWords(35), durationInWords(1234)]).toEqual(['35 ms', '1.2 s']);
});

test('the share that was delivered counts what was tried', () => {
  expect(shareDelivered([{ state: 'waiting', attempts: 0 }])).toBe('');
  expect(shareDelivered([{ state: 'delivered', attempts: 1 }])).toBe('1 of 1');
  const tried = Array.from({ length: 50 }, () => ({ state: 'delivered', attempts: 1 }) as const);
  expect(shareDelivered([...tried.slice(1), { state: 'waiting', attempts: 2 }])).toBe('98 % of the last 50');
});
