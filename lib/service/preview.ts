import { contactFields } from '@/lib/contract/contact';
import type { ContactVerdict } from '@/lib/contract/verdict';
import { author } from './author';
import { invalidBy, type Outcome, problemWords } from './contact-outcome';
import { type ContactRow, contactOf, etagOf } from './contact-row';
import { contactRow } from './contacts';
import type { Handler } from './reply';
import { type Scope, scoped } from './statement';

/** What the write path answers where it is asked what it would do: the contact as it is, ids null where there is none. */
interface Verdict extends Omit<ContactRow, 'id'> {
  outcome: 'verdict';
  id: string | null;
  problems: { added: string[]; redeems: boolean; problem: keyof typeof problemWords | null };
}

const preview = scoped<Outcome | Verdict>(
  'preview_contact',
  'select * from upsert_contact($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, null, null, true)',
);

/** The upsert, up to where it would write. */
export const previewContact: Handler<'previewContact'> = async ({ scope, body }) => {
  const { segmentIds = null, referralCode = null, email = null, phone = null, ...details } = body;
  const fields = { email, phone, ...details };
  const values = contactFields.map((field) => fields[field] ?? null);
  const [row] = await preview(scope, ...author(scope), ...values, segmentIds, referralCode);
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
};

async function ownersOf(scope: Scope, { problems }: Outcome): Promise<ContactVerdict['conflicts']> {
  const owners = await Promise.all(
    (problems ?? []).map(async ({ path, contactId }) => {
      const [row] = await contactRow(scope, contactId);
      return row ? [[path, contactOf(row, scope.organizationId)]] : [];
    }),
  );
  return Object.fromEntries(owners.flat());
}
