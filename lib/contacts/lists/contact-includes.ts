import type { ContactInclude, Included } from '@/lib/contract/contact';
import { parseTime, type RequestContext, runScoped } from '@/lib/database/statement';
import { actorSql } from '../activity';

/** Characters of the latest note that a list shows. */
export const NOTE_EXCERPT = 200;

/** SQL: each part of a contact `c` beyond its row, as JSON. `offset 0`, so that the look-up is by the contact. */
const includesSql: Record<ContactInclude, string> = {
  addedBy: `(select case when a.action = 'contact.created' then ${actorSql('a.actor', 'a.actor_name')} end from (
      select * from activities where organization_id = $1 and subject_id = c.id offset 0) a
    order by a.id limit 1)`,
  redemptions: `coalesce((select json_agg(json_build_object('referralCodeId', r.id, 'code', r.code, 'label', r.label,
      'redeemedAt', d.redeemed_at) order by d.redeemed_at, r.id)
    from redemptions d join referral_codes r on r.organization_id = $1 and r.id = d.referral_code_id
    where d.organization_id = $1 and d.contact_id = c.id), '[]')`,
  lastNote: `(select json_build_object('text', left(n.text, ${NOTE_EXCERPT}), 'author', ${actorSql('n.author', 'n.author_name')},
      'createdAt', n.created_at) from (
      select * from notes where organization_id = $1 and contact_id = c.id offset 0) n
    order by n.id desc limit 1)`,
};

/** Reads what a list includes of its contacts beyond their rows, by their ids. */
export async function readIncludes(
  context: RequestContext,
  ids: string[],
  include: readonly ContactInclude[],
): Promise<Map<string, Included>> {
  if (include.length === 0 || ids.length === 0) return new Map();
  const columns = [...new Set(include)].map((name) => `${includesSql[name]} as "${name}"`);
  const rows = await runScoped<Included & { id: string }>(
    context,
    `select c.id, ${columns.join()} from unnest($2::uuid[]) c (id)`,
    [ids],
  );
  return new Map(rows.map(({ id, ...included }) => [id, withTimes(included)]));
}

/** Times in JSON as on the wire. */
function withTimes(included: Included): Included {
  for (const one of included.redemptions ?? []) one.redeemedAt = parseTime(one.redeemedAt);
  if (included.lastNote) included.lastNote.createdAt = parseTime(included.lastNote.createdAt);
  return included;
}
