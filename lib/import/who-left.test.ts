import { expect, test } from 'vitest';
import { tellsUnsubscribed } from './who-left';

test.each([
  ['UNSUB_TIME', '2026-02-01'],
  ['status', 'blocklisted'],
  ['Email Marketing Consent', 'UNSUBSCRIBED'],
  ['Accepts Email Marketing', 'no'],
  ['Email Opt Out', 'true'],
  ['email_disabled', 'true'],
  ['Email status', 'bouncing'],
  ['Email preference', 'No email'],
  ['Status', 'cancelled'],
  ['Subscription state', 'Inactive'],
  ['subscriber_status', 'complained'],
  ['State', 'Hard bounced: mailbox full'],
  ['Contact Status', 'Cleaned'],
  ['Suppressed', 'TRUE'],
  ['is_active', 'false'],
  ['Bounces', '2'],
  ['Complaint date', '2026-01-01'],
  ['Delivery', 'disabled by bounces'],
  ['Cancellation Date', '2026-01-01'],
  ['Newsletter', 'désabonné'],
  ['Mitgliedsstatus', 'abgemeldet'],
  ['Statut', 'Résilié'],
  ['статус', 'неактивен'],
])('%s: %s is somebody who has left', (name, value) =>
  expect(tellsUnsubscribed(name, ['x@example.com', value])).toBe(true),
);

test.each([
  ['Accepts Email Marketing', 'yes'],
  ['Email Opt Out', 'false'],
  ['Abgemeldet am', ''],
  ['Company', 'no'],
  ['active_subscription', 'false'],
  ['Order status', 'cancelled'],
  ['Payment Status', 'failed'],
  ['Email status', 'All email'],
  ['Status', 'Active'],
  ['Bounces', '0'],
  ['Notes', 'closed the deal'],
  ['Job title', 'Former president'],
  ['Left', 'x'],
  ['Disabled', 'n/a'],
])('%s: %s is nobody who has left', (name, value) =>
  expect(tellsUnsubscribed(name, value ? [value] : [])).toBe(false),
);
