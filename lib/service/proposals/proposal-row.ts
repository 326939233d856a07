import type { Actor } from '@/lib/contract/actor';
import {
  PROPOSAL_DAYS,
  type Proposal,
  type ProposalPreview,
  type ProposalState,
  type ProposedOperation,
} from '@/lib/contract/proposal';
import { scoped } from '@/lib/database/statement';

/** A proposal as it is stored. */
export interface StoredProposal {
  id: string;
  title: string;
  reason: string;
  operation: ProposedOperation;
  input: Record<string, unknown>;
  preview: ProposalPreview;
  state: ProposalState;
  token_id: string;
  created_by: Actor;
  created_at: string;
  expires_at: string;
  first_approval: (NonNullable<Proposal['firstApproval']> & { version: string }) | null;
  decision: Proposal['decision'];
  result: Proposal['result'];
}

const expiresSql = `p.created_at + interval '${PROPOSAL_DAYS} days'`;
const isOpenSql = `p.state = 'open' and ${expiresSql} > clock_timestamp()`;
const columns = `p.id, p.title, p.reason, p.operation, p.input, p.preview,
  case when p.state = 'open' and not (${isOpenSql}) then 'expired' else p.state end as state, p.token_id, p.created_by,
  p.created_at, ${expiresSql} as expires_at, p.first_approval, p.decision, p.result`;
/** SQL: whether the token may see the proposal: its own, or any where there is none because a person asks. */
const isSeenSql = (token: string) => `(${token}::uuid is null or p.token_id = ${token})`;

export const insertProposal = scoped(
  'create_proposal',
  `insert into proposals (organization_id, id, title, reason, operation, input, preview, token_id, created_by, created_at)
   select $1, $2, $3, $4, $5, $6, $7, $8, $9, date_trunc('milliseconds', clock_timestamp())`,
);
export const findProposals = scoped<StoredProposal>(
  'get_proposal',
  `select ${columns} from proposals p where p.organization_id = $1 and p.id = $2 and ${isSeenSql('$3')}`,
);
export const lockProposal = scoped<StoredProposal>(
  'lock_proposal',
  `select ${columns} from proposals p where p.organization_id = $1 and p.id = $2 and ${isSeenSql('$3')} for update`,
);
/** Without the ids of contacts, which may be thousands. */
export const listStored = scoped<StoredProposal>(
  'list_proposals',
  `select ${columns.replace('p.input', "p.input - 'ids' as input")} from proposals p where p.organization_id = $1 and ${isSeenSql('$2')}
     and ($3::text is null or ($3 = 'open') = (${isOpenSql}))
     and p.id < coalesce($4, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
   order by p.id desc limit $5`,
);
export const countOpen = scoped<{ open: number }>(
  'count_open_proposals',
  `select count(*) as open from proposals p where p.organization_id = $1 and ${isSeenSql('$2')} and ${isOpenSql}`,
);
export const saveProposal = scoped(
  'save_proposal',
  `update proposals set state = $3, preview = $4, first_approval = $5, decision = $6, result = $7
   where organization_id = $1 and id = $2`,
);

/** A proposal on the wire. */
export function toProposal(row: StoredProposal): Proposal {
  const { created_by, created_at, expires_at, first_approval, token_id: _, ...shown } = row;
  return {
    ...shown,
    actor: created_by,
    createdAt: created_at,
    expiresAt: expires_at,
    firstApproval: first_approval && {
      by: first_approval.by,
      at: first_approval.at,
      leaveOut: first_approval.leaveOut,
    },
  };
}
