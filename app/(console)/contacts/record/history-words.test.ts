import { expect, test } from 'vitest';
import type { Activity } from '@/lib/contract/activity';
import type { Segment } from '@/lib/contract/segment';
import { type Part, toHistorySentence } from './history-words';

const segments = ['VIP', 'Lead'].map((title) => ({ id: title, title, color: null })) as Segment[];
const toWords = (part: Part) =>
  typeof part === 'string' ? part : 'value' in part ? part.value : `● ${part.segment.title}`;

/** The sentence, and after a colon the labels of the changes that it does not name. */
function said(action: Activity['action'], before: object | null, after: object | null, subject = 'Carla') {
  const entry = { action, before, after, subject } as Activity;
  const { parts, changes } = toHistorySentence(entry, 'Carla', segments);
  const listed = changes.map(({ label }) => label).join(', ');
  return parts.map(toWords).join('') + (listed && `: ${listed}`);
}
const updated = (before: object, after: object) => said('contact.updated', before, after);

test.each([
  [
    updated({ segmentIds: [] }, { segmentIds: ['VIP'], referralCode: 'F-3' }),
    'added Carla to ● VIP with F-3',
  ],
  [updated({ segmentIds: ['VIP'] }, { segmentIds: [] }), 'removed Carla from ● VIP'],
  // In the order of the segments, which is by title.
  [updated({ segmentIds: [] }, { segmentIds: ['Lead', 'VIP'] }), 'added Carla to ● VIP and ● Lead'],
  [
    updated({ segmentIds: ['VIP'] }, { segmentIds: ['Lead', 'old'] }),
    'added Carla to ● Lead and ● a deleted segment and removed Carla from ● VIP',
  ],
  [updated({}, { referralCode: 'F-3' }), 'redeemed F-3 for Carla'],
  [updated({ company: 'Acme' }, { company: 'Globex' }), 'changed the company from Acme to Globex'],
  [updated({}, { phone: '+4930901820' }), 'set the phone to +49 30 901820'],
  [updated({ jobtitle: 'Boss' }, {}), 'removed the job title Boss'],
  [updated({ formerAddress: 'a@b.c' }, {}), 'removed the former address a@b.c'],
  [
    updated({ company: 'Acme', segmentIds: [] }, { jobtitle: 'Boss', segmentIds: ['VIP'] }),
    'added Carla to ● VIP and changed the job title and company: Job title, Company',
  ],
  [
    updated({}, { email: 'a@b.c', phone: '+4930901820', jobtitle: 'Boss', company: 'Acme' }),
    'changed 4 fields: Email, Phone, Job title, Company',
  ],
  [updated({}, { doNotContact: 'asked' }), 'marked Carla “Do not contact”: asked not to be contacted'],
  [updated({ doNotContact: 'asked' }, { removalReason: 'Signed up' }), 'removed “Do not contact”: Signed up'],
  [updated({}, {}), 'updated Carla'],
  [said('contact.created', null, { email: 'a@b.c', segmentIds: ['VIP'] }), 'added Carla to ● VIP: Email'],
  [
    said('contact.merged', { merged: { firstname: 'Jon', email: 'j@b.c' } }, { merged: 'id', phone: '+49' }),
    'merged Jon (j@b.c) into Carla: Phone',
  ],
  [said('contact.deleted', {}, null), 'moved Carla to the trash'],
  [said('segment.deleted', {}, null, 'VIP'), 'deleted the segment VIP, which Carla was in'],
])('%s', (sentence, words) => expect(sentence).toBe(words));
