import { useState } from 'react';
import { fieldValueWords } from '@/components/contacts/field-words';
import { useFieldsByName, useOwnFields } from '@/components/contacts/own-fields';
import { CallError } from '@/components/hooks/call-error';
import { useDebouncedValue } from '@/components/hooks/use-debounced-value';
import { useRead } from '@/components/hooks/use-read';
import { SegmentPicker } from '@/components/pickers/segment-picker';
import { formatCount } from '@/components/text/format-count';
import { Button } from '@/components/ui/button';
import { ErrorText } from '@/components/ui/error-text';
import { Field } from '@/components/ui/field';
import { FormAlert } from '@/components/ui/form-alert';
import { Input } from '@/components/ui/input';
import { Choice } from '@/components/ui/select';
import type { SetField, ValueCounts } from '@/lib/contract/bulk-change';
import { contactFieldInfo, fromNames, sharedFields } from '@/lib/contract/contact-fields';
import type { FieldValue, Field as OwnField } from '@/lib/contract/field';
import { startFieldChange } from './bulk-change-actions';
import { BulkChangeDialog } from './bulk-change-dialog';
import { nameOf } from './bulk-messages';
import { formatFieldPreview } from './field-preview';
import { type SelectionDialogProps, toSelector } from './selected-contacts';
import { useStartBulkChange } from './use-start-bulk-change';

const changes = { set: 'Set to', clear: 'Clear' } as const;

/** Sets or clears company, job title or an own field of the selected contacts, with a preview of the replaced values. */
export default function FieldDialog({ selection, onClose, ...props }: SelectionDialogProps) {
  const bulkChange = useStartBulkChange({
    contacts: props.contacts,
    selection,
    nothing: 'Nothing was changed',
    onClose,
  });
  const { contacts, start } = bulkChange;
  const fields = useFieldsByName();
  const labels = {
    ...fromNames(sharedFields, (name) => contactFieldInfo[name].label),
    ...Object.fromEntries(
      useOwnFields().flatMap(({ key, label, type }) => (type === 'id' ? [] : [[`fields.${key}`, label]])),
    ),
  } as Record<SetField, string>;
  const [field, setField] = useState<SetField>(sharedFields[0]);
  const own = fields.get(field);
  const name = nameOf(field, fields);
  const [change, setChange] = useState<keyof typeof changes>('set');
  const [typed, setTyped] = useState<string | string[]>('');
  const value = change === 'clear' ? null : typeof typed === 'string' ? typed.trim() : typed;
  const isBlank = value?.length === 0;
  const settled = useDebouncedValue(JSON.stringify({ field, value }), 200);
  const counted = JSON.parse(settled) as { field: SetField; value: FieldValue | null };
  const {
    data: counts,
    error,
    isFetching,
    isPlaceholderData,
    refetch,
  } = useRead(
    'countContactValues',
    { body: { ...toSelector(contacts), ...counted } },
    // Each dialog needs a fresh count.
    {
      staleTime: 0,
      gcTime: 0,
      retry: false,
      refetchOnWindowFocus: false,
      // The values of another field would stand under this one's name.
      placeholderData: (before, query) =>
        (query?.queryKey[2] as { body?: { field?: SetField } } | undefined)?.body?.field === counted.field
          ? before
          : undefined,
    },
  );
  const isCounted =
    counts !== undefined && !isPlaceholderData && settled === JSON.stringify({ field, value });
  const ready = isCounted && !isBlank && counts.total > counts.same;

  // A number or date that is none.
  const refusal =
    error instanceof CallError ? error.details.find(({ path }) => path === 'value')?.message : undefined;

  async function apply() {
    if (!(await start(startFieldChange, { field, value }))) void refetch();
  }

  return (
    <BulkChangeDialog
      bulkChange={bulkChange}
      title="Edit contacts"
      counts={counts}
      preview={isCounted && !isBlank && counts.total > 0 ? formatFieldPreview(counts, name, value) : null}
      changing={ready ? counts.total - counts.same : undefined}
      ready={ready}
      counting={!isCounted && !isBlank && !error}
      holds={typed.length > 0}
      onApply={apply}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-3">
        <Field label="Field">
          <Choice
            className="w-full"
            value={field}
            labels={labels}
            onChange={(one) => {
              setField(one);
              setTyped('');
            }}
          />
        </Field>
        <Field label="Change">
          <Choice className="w-full" value={change} labels={changes} onChange={(one) => setChange(one)} />
        </Field>
      </div>
      {change === 'set' ? (
        <Field label={`New ${name}`} error={refusal}>
          <NewValue field={own} value={typed} onChange={setTyped} />
        </Field>
      ) : null}
      {refusal ? null : error && !counts ? (
        <FormAlert title={<ErrorText error={error} />}>
          <Button size="sm" className="self-start" pending={isFetching} onClick={() => refetch()}>
            Retry
          </Button>
        </FormAlert>
      ) : counts?.total === 0 ? (
        <FormAlert title="These contacts no longer exist." />
      ) : (
        <CurrentValues counts={counted.field === field ? counts : undefined} field={own} />
      )}
    </BulkChangeDialog>
  );
}

interface NewValueProps {
  /** Absent for company and job title. */
  field: OwnField | undefined;
  value: string | string[];
  onChange(value: string | string[]): void;
}

/** The control of the new value, by the type of its field. */
function NewValue({ field, value, onChange }: NewValueProps) {
  if (field?.type === 'choices')
    return (
      <SegmentPicker
        itemName="option"
        segments={(field.options ?? []).map(({ value, label, color }) => ({
          id: value,
          title: label,
          color,
        }))}
        value={[value].flat().filter(Boolean)}
        onChange={onChange}
      />
    );
  if (field?.options || field?.type === 'boolean')
    return (
      <Choice
        className="w-full"
        value={String(value)}
        labels={{ '': '', ...(field.options ? optionLabels(field) : { true: 'Yes', false: 'No' }) }}
        onChange={onChange}
      />
    );
  return (
    <Input
      type={field?.type === 'date' ? 'date' : 'text'}
      dir="auto"
      autoComplete="off"
      maxLength={field ? 2_000 : contactFieldInfo.company.length}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

const optionLabels = ({ options = [] }: OwnField): Record<string, string> =>
  Object.fromEntries(options.map(({ value, label }) => [value, label]));

/** A counted value in words: those of own fields are text, lists of options JSON. */
const toWords = (field: OwnField | undefined, value: string): string =>
  field ? fieldValueWords(field, field.type === 'choices' ? JSON.parse(value) : value) : value;

/** How many contacts have each current value: empty first, then the most frequent, then all others as one. */
function CurrentValues({ counts, field }: { counts: ValueCounts | undefined; field: OwnField | undefined }) {
  if (!counts) return <p className="text-sm text-muted">Counting…</p>;
  const { values, empty, same, total } = counts;
  const listed = values.reduce((sum, { count }) => sum + count, 0);
  const others = total - empty - listed - (same === empty ? 0 : same);
  const rows = [
    ...(empty > 0 ? [{ key: 'empty', label: 'Empty', count: empty, isMuted: true }] : []),
    ...values.map(({ value, count }) => ({
      key: `=${value}`,
      label: toWords(field, value),
      count,
      isMuted: false,
    })),
    ...(others > 0 ? [{ key: 'others', label: 'Others', count: others, isMuted: true }] : []),
  ];
  if (rows.length === 0) return null;
  return (
    <section aria-label="Now" className="text-sm">
      <h3 className="pb-1 font-medium">Now</h3>
      <ul className="flex flex-col gap-1">
        {rows.map(({ key, label, count, isMuted }) => (
          <li key={key} className="flex gap-3">
            <span dir="auto" className={isMuted ? 'flex-1 text-muted' : 'min-w-0 flex-1 truncate text-left'}>
              {label}
            </span>
            <span className="text-muted tabular-nums">{formatCount(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
