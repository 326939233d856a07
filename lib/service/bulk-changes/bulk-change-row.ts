import { storedActor } from '@/lib/contacts/activity';
import type { Actor } from '@/lib/contract/actor';
import type { BulkChange, BulkChangeProgress } from '@/lib/contract/bulk-change';
import { scoped } from '@/lib/database/statement';
import { type BulkChangeInput, bulkChangeType } from '@/lib/jobs/bulk-change';

export interface BulkChangeRow {
  id: string;
  input: BulkChangeInput;
  state: 'running' | 'finished' | 'cancelled' | 'failed';
  undo: boolean;
  progress: BulkChangeProgress;
  error: string | null;
  created_at: string;
  created_by: Partial<Actor> & { name: string };
  updated_at: string;
}

/** The columns of a `BulkChangeRow`, from `jobs b`. */
export const bulkChangeColumns =
  'b.id, b.input, b.state, b.undo, b.progress, b.error, b.created_at, b.created_by, b.updated_at';

export const getRow = scoped<BulkChangeRow>(
  'get_bulk_change',
  `select ${bulkChangeColumns} from jobs b where b.organization_id = $1 and b.id = $2 and b.kind = '${bulkChangeType.name}'`,
);

const UNDO_STATES = { running: 'undoing', finished: 'undone' } as const;

/** Converts a row to the wire format. */
export function bulkChangeOf(row: BulkChangeRow): BulkChange {
  const { kind = null, id = null, name } = row.created_by;
  const { state } = row;
  return {
    id: row.id,
    change: changeOf(row.input),
    state: row.undo && (state === 'running' || state === 'finished') ? UNDO_STATES[state] : state,
    undo: row.undo,
    ...row.progress,
    error: row.error,
    createdAt: row.created_at,
    createdBy: name,
    actor: storedActor(kind, id, name),
    updatedAt: row.updated_at,
  };
}

function changeOf({ type, add, remove, merged, set }: BulkChangeInput): BulkChange['change'] {
  if (type === 'segments')
    return { type, add, remove, ...(merged && { merged: { id: merged.id, title: merged.title } }) };
  if (type !== 'field') return { type };
  if (!set) throw new Error('The change has no field.');
  return { type, ...set };
}
