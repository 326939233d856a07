import { nameKept } from '@/lib/contacts/kept-by-undo';
import type { Actor } from '@/lib/contract/actor';
import type { BulkChange, BulkChangeProgress } from '@/lib/contract/bulk-change';
import type { KeptContact } from '@/lib/contract/kept';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { type BulkChangeInput, bulkChangeType } from '../shared/bulk-change-type';

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

/** Converts rows to the wire format, with the names of contacts that an undo has kept. */
export async function toBulkChanges(context: RequestContext, rows: BulkChangeRow[]): Promise<BulkChange[]> {
  const kept = await nameKept(
    context,
    rows.flatMap(({ progress }) => progress.kept ?? []),
  );
  return rows.map((row) => toBulkChange(row, kept.splice(0, row.progress.kept?.length ?? 0)));
}

/** Converts a row; while its undo runs or when it is done, the state is `undoing` or `undone`. */
function toBulkChange(row: BulkChangeRow, kept: KeptContact[]): BulkChange {
  const { kind = null, id = null, name } = row.created_by;
  const { state } = row;
  return {
    id: row.id,
    change: toChange(row.input),
    state: row.undo && (state === 'running' || state === 'finished') ? UNDO_STATES[state] : state,
    undo: row.undo,
    ...row.progress,
    kept: kept.length > 0 ? kept : undefined,
    error: row.error,
    createdAt: row.created_at,
    createdBy: name,
    actor: kind && { kind, id, name },
    updatedAt: row.updated_at,
  };
}

/** The requested change; for a merge, with the segment that is merged. */
function toChange({ type, add, remove, merged, set, field, retype }: BulkChangeInput): BulkChange['change'] {
  if (type === 'segments')
    return { type, add, remove, ...(merged && { merged: { id: merged.id, title: merged.title } }) };
  if (type === 'delete' || type === 'purge') return { type };
  const about = field && { fieldId: field.id, label: field.label };
  if (about && type === 'fieldDeletion') return { type, ...about };
  if (about && retype && type === 'fieldType')
    return { type, ...about, from: retype.from.type, to: retype.to.type };
  if (!set || type !== 'field') throw new Error('The change has no field.');
  return { type, ...set };
}
