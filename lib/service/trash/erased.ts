import { contactFields } from '@/lib/contract/contact-fields';
import { type RequestContext, scoped } from '@/lib/database/statement';

/** A contact into which an erased one was merged, and which may have its values from that time. */
export interface Host {
  id: string;
  /** The contact that is erased. */
  erased_id: string;
  since: string;
  /** `infinity` unless the merge was undone. */
  until: string;
}

/** Contacts that are deleted forever. */
export interface Erased {
  /** Includes the contacts that were merged into them. */
  ids: string[];
  /** Their emails and phones, former ones included. */
  keys: string[];
  /** Contacts into which these were merged. */
  hosts: Host[];
  /** Values that the hosts took over, addresses included. */
  taken: string[];
  /** When the last of them was deleted. */
  deletedAt: string;
  /** Whether a person or token asked for it, rather than the scheduled purge. */
  isAsked: boolean;
}

/** A place where data of contacts is kept. */
export interface Place {
  /** `table.column`; `*` for rows that are deleted. */
  columns: string[];
  erase(context: RequestContext, contacts: Erased): Promise<unknown>;
}

/** SQL: when a merge `m` was undone. */
const undoneAt = `(select coalesce(min(u.at), 'infinity') as until from activities u where u.organization_id = $1
  and u.subject_id = m.subject_id and u.at > m.at and u.action = 'contact.updated' and u.contact_ids && m.contact_ids)`;

/** Finds the hosts of contacts, and those into which a host was merged meanwhile. */
export const findHosts = scoped<Host>(
  'hosts_of_erased_contacts',
  `with recursive hosts (id, erased_id, since, until) as (
     select m.subject_id, e.id, m.at, u.until from activities m cross join lateral ${undoneAt} u
       join unnest($2::uuid[]) e (id) on e.id = any(m.contact_ids)
     where m.organization_id = $1 and m.action = 'contact.merged' and m.contact_ids && $2::uuid[]
     union
     select m.subject_id, h.erased_id, m.at, u.until from hosts h
       join activities m on m.organization_id = $1 and m.action = 'contact.merged' and m.contact_ids @> array[h.id]
         and m.at between h.since and h.until
       cross join lateral ${undoneAt} u)
   select id, erased_id, since::text, until::text from hosts where not id = any($2::uuid[])`,
);

const taken = scoped<{ value: string }>(
  'values_taken_in_merges',
  `select distinct v.value from activities m cross join lateral (
     select name, value from jsonb_each_text(m.before -> 'merged') o (name, value) where name = any($3)
     union all select 'fields.' || name, value from jsonb_each_text(m.before #> '{merged,custom}') o (name, value)) v
   where m.organization_id = $1 and m.action = 'contact.merged' and m.contact_ids && $2::uuid[]
     and m.after ->> v.name = v.value`,
);
/** Values that hosts took over from these contacts in merges. */
export const takenValues = async (context: RequestContext, ids: string[]): Promise<string[]> =>
  (await taken(context, ids, contactFields)).map(({ value }) => value);

/** SQL: whether JSON has one of the values in a parameter as a complete string. */
export const hasValueSql = (json: string, parameter: string) =>
  `exists (select from unnest(${parameter}::text[]) v where position(to_jsonb(v)::text in ${json}::text) > 0)`;

export const toIds = (rows: { id: string }[]) => rows.map(({ id }) => id);
