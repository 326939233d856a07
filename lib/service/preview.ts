import type { z } from 'zod';
import { contactFields, type contactUpsert } from '@/lib/contract/contact';
import type { ContactVerdict } from '@/lib/contract/verdict';
import { author } from './author';
import { invalidBy, type Outcome, problemWords } from './contact-outcome';
import { type ContactRow, contactOf, etagOf } from './contact-row';
import { contactRow } from './contacts';
import type { Handler, Refusal } from './reply';
import { type Scope, scoped } from './statement';

/** What the write path answers where it is asked what it would do: the contact as it is, ids null where there is none. */
interface Verdict extends Omit<ContactRow, 'id'> {
  outcome: 'verdict';
  id: string | null;
  problems: { added: string[]; redeems: boolean; problem: keyof typeof problemWords | null };
}

type Body = z.output<typeof contactUpsert>;
type Judged = { data: ContactVerdict } | { refusal: Refusal };

const previewAll = scoped<(Outcome | Verdict) & { position: number }>(
  'preview_contacts',
  `select r.*, g.position from json_to_recordset($6::json) as g (position integer, email text, phone text, firstname text,
     lastname text, jobtitle text, company text, "segmentIds" uuid[], "referralCode" text)
   cross join lateral upsert_contact($1, $2, $3, $4, $5, g.email, g.phone, g.firstname, g.lastname, g.jobtitle, g.company,
     g."segmentIds", g."referralCode", null, null, true) r`,
);

export const previewContact: Handler<'previewContact'> = async ({ scope, body }) =>
  (await judge(scope, [body]))[0] as Judged;

/** The upsert of each, up to where it would write. */
export async function judge(scope: Scope, bodies: Body[]): Promise<Judged[]> {
  const given = JSON.stringify(bodies.map((body, position) => ({ position, ...body })));
  const rows: (Outcome | Verdict)[] = [];
  for (const row of await previewAll(scope, ...author(scope), given)) rows[row.position] = row;
  return Promise.all(bodies.map((body, position) => verdictOf(scope, body, rows[position])));
}

async function verdictOf(scope: Scope, body: Body, row: Outcome | Verdict | undefined): Promise<Judged> {
  const { referralCode = null, email = null, phone = null, ...details } = body;
  const fields = { email, phone, ...details };
  const verdict: ContactVerdict = {
    outcome: 'conflict',
    email,
    phone,
    contact: null,
    etag: null,
    changes: [],
    segmentsAdded: [],
    conflicts: {},
    referralCode: null,
  };
  if (row?.outcome === 'conflict') return { data: { ...verdict, conflicts: await ownersOf(scope, row) } };
  if (row?.outcome === 'invalid') return invalidBy(row);
  if (row?.outcome !== 'verdict') throw new Error('The write path gave no verdict.');

  const { added, redeems, problem } = row.problems;
  const stored = row.id === null ? null : (row as ContactRow);
  const changes = contactFields.flatMap((field) => {
    const after = fields[field] ?? null;
    return after === null || after === row[field] ? [] : [{ field, before: row[field], after }];
  });
  const changed = changes.length > 0 || added.length > 0 || redeems;
  return {
    data: {
      ...verdict,
      outcome: !stored ? 'create' : changed ? 'update' : 'unchanged',
      contact: stored && contactOf(stored, scope.organizationId),
      etag: stored && etagOf(stored),
      changes,
      segmentsAdded: added,
      referralCode: referralCode === null ? null : { redeems, message: problem && problemWords[problem] },
    },
  };
}

async function ownersOf(scope: Scope, { problems }: Outcome): Promise<ContactVerdict['conflicts']> {
  const owners = await Promise.all(
    (problems ?? []).map(async ({ path, contactId }) => {
      const [row] = await contactRow(scope, contactId);
      return row ? [[path, contactOf(row, scope.organizationId)]] : [];
    }),
  );
  return Object.fromEntries(owners.flat());
}
