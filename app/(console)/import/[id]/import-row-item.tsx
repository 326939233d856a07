import { type ReactNode, useId, useMemo } from 'react';
import { ChangeList } from '@/components/activity/change-list';
import { type FieldsByName, fieldValueWords } from '@/components/contacts/field-words';
import { useCan } from '@/components/hooks/use-can';
import { formatCount } from '@/components/text/format-count';
import { formatPhone } from '@/components/text/phone';
import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import { SegmentChip } from '@/components/ui/segment-chip';
import { propertyFields } from '@/lib/contract/contact-fields';
import type { FieldValue } from '@/lib/contract/field';
import type { ContactImport, ImportRow } from '@/lib/contract/import';
import { outcomeLabels, outcomeTones, targetLabels, undoneLabels } from '../import-labels';
import { CellField } from './cell-field';
import { type CellToFix, findCellsToFix } from './cells-to-fix';

interface ImportRowItemProps {
  row: ImportRow;
  one: ContactImport;
  /** Colors of segments by title. */
  colors: ReadonlyMap<string, string | null>;
  /** Own fields, those that the import creates too. */
  ownFields: FieldsByName;
}

export const rowClasses =
  'grid grid-cols-[3rem_minmax(0,1fr)_auto] gap-x-3 gap-y-1 border-b border-line py-2 text-sm md:grid-cols-[3.5rem_minmax(0,2fr)_6rem_minmax(0,3fr)]';

/** A row of the file: line, contact and outcome. */
export function ImportRowItem({ row, one, colors, ownFields }: ImportRowItemProps) {
  const { line, contactId, fields } = row;
  const outcome = row.result ?? row.outcome;
  const undone = one.state === 'undone' ? undoneLabels[outcome] : undefined;
  const isImported = outcome === 'created' || outcome === 'updated' || outcome === 'unchanged';
  const name = [fields.firstname, fields.lastname].filter(Boolean).join(' ');
  const [title = '', ...addresses] = [name, fields.email, formatPhone(fields.phone ?? '')].filter(Boolean);
  const valueWords = (name: string, value: FieldValue | null) => {
    const own = ownFields.get(name);
    if (value === null || !own) return formatPhone(String(value ?? 'empty'));
    return fieldValueWords(
      own,
      own.type === 'choices' && typeof value === 'string' ? value.split(', ') : value,
    );
  };
  const mayFix = useCan('correctImport');
  const { fixOf, others } = useMemo(
    () => findCellsToFix(mayFix ? row : { ...row, cells: null }, one),
    [mayFix, row, one],
  );
  return (
    <li className={rowClasses}>
      <span className="text-muted">
        <span className="sr-only">Line </span>
        {formatCount(line)}
      </span>
      <div className="min-w-0">
        <p dir="auto" className="truncate text-left! font-medium">
          {contactId ? (
            <Link href={`/contacts/${contactId}`} className="hover:underline">
              {title}
            </Link>
          ) : (
            title || <span className="text-muted">Empty</span>
          )}
        </p>
        {addresses.map((other) => (
          <p key={other} dir="auto" className="truncate text-left! text-muted">
            {other}
          </p>
        ))}
      </div>
      <div>
        <Badge tone={undone ? undefined : outcomeTones[outcome]}>{undone ?? outcomeLabels[outcome]}</Badge>
      </div>
      <div className="col-span-2 col-start-2 flex min-w-0 flex-col gap-0.5 wrap-anywhere md:col-span-1 md:col-start-4">
        {row.changed ? (
          <p className="text-warning">
            {outcome === row.outcome
              ? 'Other values than in the preview'
              : `${outcomeLabels[row.outcome]} in the preview`}
          </p>
        ) : null}
        {row.repeats === null ? null : (
          <p className="text-muted">Duplicate in file: same contact as line {formatCount(row.repeats)}</p>
        )}
        {row.outcome === 'skipped' ? (
          <p className="text-muted">
            {one.settings.mode === 'create' ? 'Already exists' : 'Not in your contacts'}
          </p>
        ) : null}
        {row.outcome === 'created'
          ? propertyFields.map((field) =>
              fields[field] ? (
                <RowFact key={field} label={targetLabels[field]}>
                  <bdi>{fields[field]}</bdi>
                </RowFact>
              ) : null,
            )
          : null}
        {row.outcome === 'created'
          ? Object.entries(fields).map(([name, value]) =>
              ownFields.has(name) ? (
                <RowFact key={name} label={ownFields.get(name)?.label ?? name}>
                  <bdi>{valueWords(name, value)}</bdi>
                </RowFact>
              ) : null,
            )
          : null}
        <ChangeList
          changes={row.changes.map(({ field, before, after }) => ({
            label: ownFields.get(field)?.label ?? targetLabels[field] ?? field,
            before: before === null ? null : valueWords(field, before),
            after: after === null ? null : valueWords(field, after),
          }))}
        />
        {isImported && outcome !== 'unchanged' && fields.note ? (
          <RowFact label={targetLabels.note}>
            <bdi className="line-clamp-2 whitespace-pre-line">{fields.note}</bdi>
          </RowFact>
        ) : null}
        {row.segmentsAdded.length > 0 ? (
          <div className="flex flex-wrap gap-1">
            {row.segmentsAdded.map((segment) => (
              <SegmentChip key={segment} title={segment} color={colors.get(segment) ?? null} />
            ))}
          </div>
        ) : null}
        {outcome === 'conflict' ? (
          <Conflict row={row} />
        ) : (
          row.problems.map(({ column, value, message, contactId: other }, index) => (
            <CellRemark key={index} column={column} value={value} fix={fixOf(column, value)}>
              {other ? (
                <Link href={`/contacts/${other}`} className="text-accent underline-offset-2 hover:underline">
                  {message}
                </Link>
              ) : (
                message
              )}
            </CellRemark>
          ))
        )}
        {row.leftOut.map(({ column, value, message }, index) => (
          <CellRemark key={index} column={column} value={value} fix={fixOf(column, value)}>
            {message} {isImported ? <span className="text-warning">Left out.</span> : null}
          </CellRemark>
        ))}
        {row.corrected.map(({ column, value, readAs }, index) => (
          <CellRemark key={index} column={column} value={value}>
            Read as <bdi>{formatPhone(readAs)}</bdi>
          </CellRemark>
        ))}
        {others.map((cell) => (
          <CellRemark key={cell.column} column={cell.name} value={cell.value} fix={cell} />
        ))}
      </div>
    </li>
  );
}

interface CellProps {
  column: string | null;
  value: string | null;
  /** Present if the cell can be corrected. */
  fix?: CellToFix | undefined;
  children?: ReactNode;
}

/** The remark on a cell, with a field to correct it if that is possible. */
function CellRemark({ column, value, fix, children }: CellProps) {
  const id = useId();
  if (fix)
    return (
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1">
        <CellField fix={fix} describedBy={children ? id : undefined} />
        <span id={id} className="min-w-0 text-danger">
          {children}
        </span>
      </div>
    );
  return (
    <p>
      {column ? (
        <>
          <bdi className="text-muted">{column}</bdi> <bdi>{value ? `“${value}”` : 'blank'}</bdi>:{' '}
        </>
      ) : null}
      {children}
    </p>
  );
}

/** A labeled value of a row. */
function RowFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <p>
      <span className="text-muted">{label}</span> {children}
    </p>
  );
}

/** Says that email and phone belong to two contacts. */
function Conflict({ row: { problems } }: { row: ImportRow }) {
  return (
    <p>
      {problems.map(({ column, value, contactId }, index) => (
        <span key={index}>
          {index > 0 ? ' and ' : null}
          <bdi className="text-muted">{column}</bdi>{' '}
          {contactId ? (
            <Link href={`/contacts/${contactId}`} className="text-accent underline-offset-2 hover:underline">
              <bdi>{formatPhone(value ?? '')}</bdi>
            </Link>
          ) : (
            <bdi>{formatPhone(value ?? '')}</bdi>
          )}
        </span>
      ))}{' '}
      belong to different contacts
    </p>
  );
}
