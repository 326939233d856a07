import type { EventType } from '@/lib/contract/event';
import { type Delivery, TEST_TYPE } from '@/lib/contract/webhook';

/** Formats the type of an event: "Contact created". */
export function eventWords(type: EventType | typeof TEST_TYPE): string {
  if (type === TEST_TYPE) return 'Test';
  if (type === 'contact.purged') return 'Contact deleted forever';
  const words = type.replace(/[.-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Formats the event types of a webhook: "All events" for `null`, "Contact created, Contact updated", "Contact created and 3
 * more".
 */
export function typesInWords(types: readonly EventType[] | null): string {
  if (!types) return 'All events';
  const [first, ...others] = types.map(eventWords);
  return others.length > 1 ? `${first} and ${others.length} more` : [first, ...others].join(', ');
}

const problems: Record<NonNullable<Delivery['problem']>, string> = {
  address: 'The host was not found on the public internet',
  // Stored by earlier versions.
  name: 'The host was not found on the public internet',
  connection: 'No connection',
  tls: 'The certificate is not valid',
  timeout: 'No response within 10 seconds',
  secret: 'APP_SECRET has changed: rotate the secret',
  removed: 'The event has expired',
};

/**
 * Formats the result of the latest attempt: a problem in words, else status and answer, "500 Internal error". Blank before
 * the first attempt.
 */
export function resultInWords({
  status,
  answer,
  problem,
}: Pick<Delivery, 'status' | 'answer' | 'problem'>): string {
  if (problem) return problems[problem];
  return status === null ? '' : [status, answer].filter((part) => part !== null).join(' ');
}

/** "35 ms", "1.2 s" */
export const durationInWords = (milliseconds: number): string =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

/** Deliveries of which a percentage would say too much. */
const FEW = 10;

/** Share of the deliveries that were taken, "98 % of the last 50", "2 of 3"; blank without attempts. */
export function shareDelivered(deliveries: readonly Pick<Delivery, 'state' | 'attempts'>[]): string {
  const tried = deliveries.filter(({ attempts }) => attempts > 0);
  const delivered = tried.filter(({ state }) => state === 'delivered');
  if (tried.length < FEW) return tried.length > 0 ? `${delivered.length} of ${tried.length}` : '';
  return `${Math.floor((delivered.length / tried.length) * 100)} % of the last ${tried.length}`;
}
