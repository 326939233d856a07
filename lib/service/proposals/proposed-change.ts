import type { PoolClient } from 'pg';
import {
  PROPOSAL_ROWS_LISTED,
  type Proposal,
  type ProposalPreview,
  type ProposalRow,
} from '@/lib/contract/proposal';
import { type HandlerCall, invalid, type Refusal } from '../shared/reply';

/** A call in a transaction, which commits when the operation replies, also with a refusal. */
export type ProposalCall = Pick<HandlerCall<'approveProposal'>, 'service'> & {
  context: HandlerCall<'approveProposal'>['context'] & { client: PoolClient };
};

export interface RowsOfProposal {
  rows: ProposalRow[];
  next: number | null;
}

/** How an operation is proposed. `input` is what the proposal has stored. */
export interface ProposedChange<Input> {
  /**
   * Previews the operation on the data of now, and freezes what an approval of this version does. Refuses what cannot be
   * done.
   */
  freeze(
    call: ProposalCall,
    id: string,
    input: Input,
  ): Promise<{ preview: ProposalPreview } | { refusal: Refusal }>;
  /** Rows of the frozen preview after a number. */
  listRows(
    context: ProposalCall['context'],
    id: string,
    input: Input,
    after: number,
  ): Promise<RowsOfProposal>;
  /** Does what was frozen, without some rows, in the same transaction as `freeze`. `counts`: of those that are left. */
  run(
    call: ProposalCall,
    id: string,
    input: Input,
    leaveOut: string[],
  ): Promise<
    { result: NonNullable<Proposal['result']>; counts?: Partial<ProposalPreview> } | { refusal: Refusal }
  >;
  /** Forgets what was frozen. */
  drop?(context: ProposalCall['context'], id: string): Promise<unknown>;
}

export const nothingCounted = {
  total: 0,
  created: 0,
  updated: 0,
  deleted: 0,
  unchanged: 0,
  conflicts: 0,
};

/** One page of rows, of which one more than listed was read. `place`: the number of a row, for the next page. */
export function toPage<Row extends { place: number }>(
  found: Row[],
  toRow: (row: Row) => ProposalRow,
): RowsOfProposal {
  const listed = found.slice(0, PROPOSAL_ROWS_LISTED);
  return {
    rows: listed.map(toRow),
    next: found.length > listed.length ? (listed.at(-1)?.place ?? null) : null,
  };
}

export const NO_SUCH_ROW = invalid([{ path: 'leaveOut', message: 'There is no such row.' }]);
