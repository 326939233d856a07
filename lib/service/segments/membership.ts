import { actorSql } from '@/lib/contacts/activity';
import { type ContactRow, contactColumnsSql } from '@/lib/contacts/contact-row';
import { resolveRule } from '@/lib/contacts/lists/contact-filter';
import { compileRule, evaluate, type RuleSubject } from '@/lib/contacts/lists/evaluate-rule';
import { readRuleFacts } from '@/lib/contacts/lists/rule-facts';
import { toSearchedKeys } from '@/lib/contacts/lists/rule-segments';
import { toRecordedContact } from '@/lib/contacts/recorded-contact';
import type { Activity } from '@/lib/contract/activity';
import type { SegmentRule } from '@/lib/contract/contact-filter';
import type { Membership } from '@/lib/contract/segment';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { type Handler, invalid, notFound } from '../shared/reply';

/** Changes to replay at most; before the oldest of more, the answer is unknown. */
const MOST_REPLAYED = 500;

interface Entry extends Pick<Activity, 'id' | 'at' | 'action' | 'actor' | 'before' | 'after'> {
  subject_id: string;
  resource: unknown;
}

const readHistory = scoped<Entry>(
  'read_history_of_membership',
  `select id, at, action, ${actorSql('actor', 'actor_name')} as actor, subject_id, before, after, resource from activities
   where organization_id = $1 and (subject_id = $2 and action like 'contact.%' and action not like 'contact.note%'
     or subject_id = $3 and (before ? 'rule' or after ? 'rule'))
   order by id desc limit ${MOST_REPLAYED}`,
);
const readContact = scoped<ContactRow>(
  'read_contact_of_membership',
  `select ${contactColumnsSql} from contacts c where c.organization_id = $1 and c.deleted_at is null
     and c.id = (select coalesce(m.merged_into, m.id) from contacts m where m.organization_id = $1 and m.id = $2)`,
);
const readRule = scoped<{ rule: SegmentRule | null }>(
  'read_rule',
  'select rule from segments where organization_id = $1 and id = $2 and deleted_at is null',
);
const readRedemptions = scoped<{ code: string; at: string }>(
  'read_redemptions_of_membership',
  `select r.code, d.redeemed_at as at from redemptions d
   join referral_codes r on r.organization_id = $1 and r.id = d.referral_code_id where d.organization_id = $1 and d.contact_id = $2`,
);

/** What decides a membership, after a recorded change. */
interface State {
  at: string;
  /** `null`: in the trash; absent before what is recorded. */
  contact?: ContactRow | null;
  /** `null`: the segment had none, and contacts were assigned to it. */
  rule: SegmentRule | null;
  /** The change that led to it. */
  cause: Entry | null;
}

/** Whether a contact is in a segment, why, and since when, by replaying the recorded changes of both. */
export const getMembership: Handler<'getMembership'> = async ({ context, id, query }) => {
  const [[segment], [contact]] = await Promise.all([
    readRule(context, id),
    readContact(context, query.contactId),
  ]);
  if (!segment) return notFound('segment');
  if (!contact) return invalid([{ path: 'contactId', message: 'There is no such contact.' }]);
  const [facts, redemptions, history] = await Promise.all([
    readRuleFacts(context),
    readRedemptions(context, contact.id),
    readHistory(context, contact.id, id),
  ]);
  const searchedKeys = toSearchedKeys(facts.fields.values());
  const subjectAt = (contact: ContactRow, at: string): RuleSubject => ({
    contact,
    codes: redemptions.flatMap((one) => (one.at <= at ? one.code : [])),
    searchedKeys,
  });
  /** Whether the contact of a state was in the segment at a time. */
  const isIn = ({ contact, rule }: State, at: string): boolean => {
    if (!contact) return false;
    if (!rule) return contact.segments.some(([segmentId]) => segmentId === id);
    return compileRule(resolveRule(rule, { ...facts, now: new Date(at) }))(subjectAt(contact, at));
  };
  const now = facts.now.toISOString();
  const states = replay(context, history.reverse(), contact, segment.rule);
  const { conditions } = segment.rule
    ? evaluate(segment.rule, subjectAt(contact, now), facts)
    : { conditions: [] };
  const data: Membership = {
    in: isIn(states.at(-1) as State, now),
    conditions,
    ...findSince(states, isIn, now),
  };
  return { data };
};

/** The states after each recorded change, oldest first; the last one is today's. */
function replay(
  { organizationId }: RequestContext,
  history: Entry[],
  contact: ContactRow,
  rule: SegmentRule | null,
): State[] {
  const parse = (recorded: unknown) =>
    typeof recorded === 'string' ? (JSON.parse(recorded) as SegmentRule) : null;
  const [firstOfRule] = history.filter(({ action }) => action.startsWith('segment.'));
  const first: State = {
    at: '',
    rule: firstOfRule ? parse(firstOfRule.before?.rule) : rule,
    cause: null,
  };
  const states = [first];
  for (const cause of history) {
    const last = states.at(-1) as State;
    const { at } = cause;
    if (cause.subject_id !== contact.id) states.push({ ...last, at, rule: parse(cause.after?.rule), cause });
    else if (cause.action === 'contact.deleted') states.push({ ...last, at, contact: null, cause });
    else {
      const after = toRecordedContact(cause, organizationId);
      if (after) states.push({ ...last, at, contact: after, cause });
    }
  }
  states.push({ ...(states.at(-1) as State), contact, rule });
  return states;
}

/** When the membership of today began, and by what: a change, or the time that passed. `null` before what is recorded. */
function findSince(
  states: State[],
  isIn: (state: State, at: string) => boolean,
  now: string,
): Pick<Membership, 'since' | 'cause'> {
  const today = isIn(states.at(-1) as State, now);
  let end = now;
  for (let index = states.length - 1; index > 0; index--) {
    const [before, state] = states.slice(index - 1, index + 1) as [State, State];
    // What was before the oldest change that is kept is unknown, unless that is the creation.
    if (!state.at || (before.contact === undefined && state.contact && !isFirst(state.cause))) break;
    if (isIn(state, state.at) !== today)
      return { since: findTurn((at) => isIn(state, at) === today, state.at, end), cause: { type: 'time' } };
    // A moment earlier, because a redemption is no part of the contact.
    const earlier = new Date(Date.parse(state.at) - 1).toISOString();
    if (isIn(before, earlier) !== today && state.cause) {
      const { id, at, action, actor, before: old, after } = state.cause;
      return { since: at, cause: { type: 'change', activityId: id, action, actor, before: old, after } };
    }
    end = state.at;
  }
  return { since: null, cause: null };
}

const isFirst = (cause: Entry | null): boolean => cause?.action === 'contact.created';

/** The first millisecond after `from`, up to `to`, at which a test holds that does not hold at `from`. */
function findTurn(test: (at: string) => boolean, from: string, to: string): string {
  let [low, high] = [Date.parse(from), Date.parse(to)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (test(new Date(middle).toISOString())) high = middle;
    else low = middle;
  }
  return new Date(high).toISOString();
}
