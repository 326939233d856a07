import { ArrowUpToLine } from 'lucide-react';
import type { ComponentProps } from 'react';
import { typeNames } from '@/components/contacts/field-type-names';
import { useOwnFields } from '@/components/contacts/own-fields';
import { useCan } from '@/components/hooks/use-can';
import { formatCountOf } from '@/components/text/format-count';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { focusAround } from '@/components/ui/focus-main';
import { Input } from '@/components/ui/input';
import { Choice } from '@/components/ui/select';
import type { NewField } from '@/lib/contract/field';
import { type ContactImport, type ImportTarget, importTargets } from '@/lib/contract/import';
import { targetLabels } from '../import-labels';
import type { ImportChange } from './use-import-change';

/** The first targets to offer, in the order of the contact form. */
const offered: readonly ImportTarget[] = ['email', 'phone', 'firstname', 'lastname', 'fullName'];
const targets = [...offered, ...importTargets.filter((target) => !offered.includes(target))];
const choices: Record<string, string> = {
  '': 'Leave out',
  ...Object.fromEntries(targets.map((target) => [target, targetLabels[target]])),
};
/** The choice that makes a column a new field. */
const NEW = 'new';
const toTarget = ({ key }: NewField) => `fields.${key}` as const;

/** Maps each column of the file to a field. */
export function ImportColumns({
  columns,
  change: { settings, isReformatting, change },
}: {
  columns: ContactImport['columns'];
  change: ImportChange;
}) {
  const hasNotes = useCan('createNote');
  const mayCreate = useCan('createField');
  const own = useOwnFields().map(({ key, label }) => [`fields.${key}`, label]);
  const mayMark = useCan('markDoNotContact');
  const { note, doNotContact, ...always } = choices;
  const labels: Record<string, string> = {
    ...always,
    ...(hasNotes && { note: note as string }),
    ...(mayMark && { doNotContact: doNotContact as string }),
    ...Object.fromEntries(own),
  };
  const unsubscribed = columns.filter(
    ({ tellsUnsubscribed }, index) =>
      tellsUnsubscribed && !(mayMark && settings.targets[index] === 'doNotContact'),
  );

  const { newFields = [] } = settings;
  const choose = (column: number, chosen: string) => {
    const created = chosen === NEW ? columns[column]?.newField : undefined;
    const target = (created ? toTarget(created) : chosen || null) as ImportTarget | null;
    const all = columns.map((_, index) => (index === column ? target : (settings.targets[index] ?? null)));
    const fields = created ? [...newFields.filter(({ key }) => key !== created.key), created] : newFields;
    change({
      settings: { targets: all, newFields: fields.filter((field) => all.includes(toTarget(field))) },
    });
  };
  const editField = (field: NewField) =>
    change({ settings: { newFields: newFields.map((one) => (one.key === field.key ? field : one)) } });
  /** Columns in order of precedence among those with the same target. */
  const order = [...new Set([...settings.columnOrder, ...columns.keys()])];
  /** The columns with the same target, in order of precedence. */
  const sameAs = (index: number) => {
    const target = settings.targets[index];
    return target ? order.filter((other) => settings.targets[other] === target) : [];
  };

  return (
    <fieldset disabled={isReformatting} className="min-w-0">
      <legend className="pb-1 leading-7 font-semibold">Columns</legend>
      <div aria-hidden className="flex justify-between pb-1 text-xs font-medium text-muted">
        <span>Column</span>
        <span className="w-36">Becomes</span>
      </div>
      <ul className="max-h-[32rem] overflow-y-auto border-y border-line">
        {columns.map(({ name, samples, newField }, index) => {
          const created = newFields.find((field) => settings.targets[index] === toTarget(field));
          return (
            <li
              key={index}
              className="flex min-h-13 flex-wrap items-center justify-between gap-3 border-b border-line py-1.5 last:border-b-0 [contain-intrinsic-size:auto_3.25rem] [content-visibility:auto]"
            >
              <div className="min-w-0 flex-1 text-sm">
                <p dir="auto" className="truncate text-left! font-medium" title={name}>
                  {name}
                </p>
                <p className="truncate text-muted" title={samples.join(', ')}>
                  {samples.length > 0 ? <List words={samples} /> : 'Empty'}
                </p>
              </div>
              <Rank
                name={name}
                columns={sameAs(index)}
                column={index}
                onFirst={() =>
                  change({
                    settings: {
                      columnOrder: [...new Set([index, ...sameAs(index), ...settings.columnOrder])],
                    },
                  })
                }
              />
              <Choice<string>
                aria-label={`${name} becomes`}
                value={settings.targets[index] ?? ''}
                labels={{
                  ...labels,
                  ...(created && { [toTarget(created)]: 'New field' }),
                  ...(mayCreate && newField && !created && { [NEW]: 'New field…' }),
                }}
                onChange={(target) => choose(index, target)}
                className="w-36 shrink-0"
              />
              {created ? (
                <NewFieldOptions key={created.key} name={name} field={created} onChange={editField} />
              ) : null}
            </li>
          );
        })}
      </ul>
      {unsubscribed.length > 0 ? (
        <p role="note" className="mt-3 rounded-md border border-warning/40 bg-warning-soft px-3 py-2 text-sm">
          <List words={unsubscribed.map(({ name }) => `“${name}”`)} /> may list people who unsubscribed.
          {mayMark
            ? ' Choose “Do not contact” for it to mark them.'
            : ' The service does not track this: remove them from the file first.'}
        </p>
      ) : null}
    </fieldset>
  );
}

/** Label and type of a field that a column becomes. */
function NewFieldOptions({
  name,
  field,
  onChange,
}: {
  name: string;
  field: NewField;
  onChange(field: NewField): void;
}) {
  return (
    <div className="grid w-full grid-cols-[minmax(0,1fr)_9rem] gap-3">
      <Field label={<OptionLabel of={name}>Label</OptionLabel>}>
        <Input
          defaultValue={field.label}
          maxLength={100}
          dir="auto"
          autoComplete="off"
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
          onBlur={({ currentTarget }) => {
            const label = currentTarget.value.trim();
            if (label && label !== field.label) onChange({ ...field, label });
            else currentTarget.value = field.label;
          }}
        />
      </Field>
      <Field label={<OptionLabel of={name}>Type</OptionLabel>}>
        <Choice value={field.type} labels={typeNames} onChange={(type) => onChange({ ...field, type })} />
      </Field>
    </div>
  );
}

/** A label that also tells screen readers the column. */
const OptionLabel = ({ of: name, children }: { of: string; children: string }) => (
  <>
    {children}
    <span className="sr-only"> of the field of {name}</span>
  </>
);

/** Says which columns with values are left out, and offers to keep them as new fields, or as a note of each contact. */
export function LeftOutColumns({
  columns,
  change: { settings, change },
}: Pick<ComponentProps<typeof ImportColumns>, 'columns' | 'change'>) {
  const hasNotes = useCan('createNote');
  const mayCreate = useCan('createField');
  // The rows that were held back come back with their line and reason, which say nothing about people.
  const isRejectedFile = columns.at(-2)?.name === 'Line' && columns.at(-1)?.name === 'Reason';
  const isLeftOut = ({ samples }: ContactImport['columns'][number], index: number) =>
    !settings.targets[index] && samples.length > 0 && !(isRejectedFile && index >= columns.length - 2);
  const leftOut = columns.filter(isLeftOut);
  if (leftOut.length === 0) return null;
  const keep = () =>
    change({
      settings: {
        targets: columns.map((column, index) =>
          isLeftOut(column, index) ? 'note' : (settings.targets[index] ?? null),
        ),
      },
    });
  const create = () =>
    change({
      settings: {
        targets: columns.map((column, index) =>
          column.newField && isLeftOut(column, index)
            ? toTarget(column.newField)
            : (settings.targets[index] ?? null),
        ),
        newFields: [...(settings.newFields ?? []), ...leftOut.flatMap(({ newField }) => newField ?? [])],
      },
    });
  return (
    <div ref={focusAround} className="-mt-3 flex min-w-0 flex-wrap items-center gap-2 text-sm text-muted">
      <p className="line-clamp-2 w-full wrap-anywhere" title={leftOut.map(({ name }) => name).join(', ')}>
        {formatCountOf(leftOut.length, 'column is', 'columns are')} left out:{' '}
        <List words={leftOut.map(({ name }) => name)} />
      </p>
      {mayCreate && leftOut.every(({ newField }) => newField) ? (
        <Button size="sm" onClick={create}>
          Create {leftOut.length === 1 ? 'a field' : 'fields'}
        </Button>
      ) : null}
      {hasNotes ? (
        <Button size="sm" onClick={keep}>
          Keep as {leftOut.length === 1 ? 'a note' : 'notes'}
        </Button>
      ) : null}
    </div>
  );
}

/**
 * Rank of a column among those with the same target, of which the first filled one counts, and a button that puts it first.
 * Nothing if it is the only one.
 */
function Rank({
  name,
  columns,
  column,
  onFirst,
}: {
  name: string;
  columns: number[];
  column: number;
  onFirst(): void;
}) {
  if (columns.length < 2) return null;
  const place = columns.indexOf(column) + 1;
  return (
    <div className="flex shrink-0 items-center gap-1 text-sm text-muted">
      <span title="The first filled column is used">
        {place} of {columns.length}
      </span>
      {place > 1 ? (
        <Button variant="ghost" size="icon-sm" aria-label={`Prefer ${name}`} onClick={onFirst}>
          <ArrowUpToLine aria-hidden />
        </Button>
      ) : null}
    </div>
  );
}

/** Words separated by commas, each with its own text direction. */
function List({ words }: { words: readonly string[] }) {
  return words.map((word, index) => (
    <span key={index}>
      {index > 0 ? ', ' : null}
      <bdi>{word}</bdi>
    </span>
  ));
}
