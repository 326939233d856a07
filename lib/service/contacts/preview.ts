import { contactFields } from '@/lib/contract/contact';
import type { ContactVerdict } from '@/lib/contract/verdict';
import { type Handler, invalid, type Refusal } from '../reply';
import type { Scope } from '../statement';
import { contactOf, etagOf } from './contact-row';
import { upsertRequest } from './contacts';
import { type ContactRequest, type Decision, decide } from './decide';
import { readContacts } from './read';
import { detailOf } from './replies';

export type Preview = { data: ContactVerdict } | { refusal: Refusal };

export const previewContact: Handler<'previewContact'> = async ({ scope, body }) =>
  (await previewAll(scope, [upsertRequest(body)]))[0] as Preview;

/** What each upsert would do if it came alone; writes nothing. */
export async function previewAll(scope: Scope, requests: ContactRequest[]): Promise<Preview[]> {
  const { stored, clock } = await readContacts(scope, requests);
  return requests.map((request) => previewOf(scope, request, decide(stored, request, clock)));
}

function previewOf(scope: Scope, request: ContactRequest, decision: Decision): Preview {
  const { before, problems, added, redeemed } = decision;
  const { email = null, phone = null } = request.fields;
  const nothing: ContactVerdict = {
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
  // What is wrong with a code is part of the preview; with anything else it is refused as the upsert would be.
  const codeProblem = problems.find(({ path }) => path === 'referralCode');
  const owners = problems.flatMap(({ path, owner }) =>
    owner ? [[path, contactOf(owner, scope.organizationId)]] : [],
  );
  if (problems.length > owners.length + (codeProblem ? 1 : 0)) return invalid(problems.map(detailOf));
  if (owners.length > 0) return { data: { ...nothing, conflicts: Object.fromEntries(owners) } };

  const changes = contactFields.flatMap((field) => {
    const value = request.fields[field] ?? null;
    const stored = before?.[field] ?? null;
    return value === null || value === stored ? [] : [{ field, before: stored, after: value }];
  });
  const isSame = before !== null && changes.length + added.length === 0 && !redeemed;
  return {
    data: {
      ...nothing,
      outcome: !before ? 'create' : isSame ? 'unchanged' : 'update',
      contact: before && contactOf(before, scope.organizationId),
      etag: before && etagOf(before),
      changes,
      segmentsAdded: added,
      referralCode:
        request.referralCode === null
          ? null
          : { redeems: redeemed !== null, message: codeProblem ? detailOf(codeProblem).message : null },
    },
  };
}
