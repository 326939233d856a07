import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebouncedValue } from '@/components/hooks/use-debounced-value';
import { useRead } from '@/components/hooks/use-read';
import { formatCount } from '@/components/text/format-count';
import { Button } from '@/components/ui/button';
import { ErrorText } from '@/components/ui/error-text';
import { Field } from '@/components/ui/field';
import { FormAlert } from '@/components/ui/form-alert';
import { Input } from '@/components/ui/input';
import { Choice } from '@/components/ui/select';
import type { ValueCounts } from '@/lib/contract/bulk-change';
import {
  contactFieldInfo,
  fieldName,
  fromNames,
  type SharedField,
  sharedFields,
} from '@/lib/contract/contact-fields';
import { startFieldChange } from './bulk-change-actions';
import { BulkChangeDialog } from './bulk-change-dialog';
import { formatFieldPreview } from './field-preview';
import { type SelectionDialogProps, toSelector } from './selected-contacts';
import { useStartBulkChange } from './use-start-bulk-change';

const fields = fromNames(sharedFields, (field) => contactFieldInfo[field].label);
const changes = { set: 'Set to', clear: 'Clear' } as const;

/** Sets or clears company or job title of the selected contacts, with a preview of the replaced values. */
export default function FieldDialog({ selection, onClose, ...props }: SelectionDialogProps) {
  const bulkChange = useStartBulkChange({
    contacts: props.contacts,
    selection,
    nothing: 'Nothing was changed',
    onClose,
  });
  const { contacts, start } = bulkChange;
  const [field, setField] = useState<SharedField>(sharedFields[0]);
  const [change, setChange] = useState<keyof typeof changes>('set');
  const [text, setText] = useState('');
  const value = change === 'set' ? text.trim() : null;
  const counted = useDebouncedValue(value, 200);
  const {
    data: counts,
    error,
    isFetching,
    isPlaceholderData,
    refetch,
  } = useRead(
    'countContactValues',
    { body: { ...toSelector(contacts), field, value: counted } },
    // Each dialog needs a fresh count.
    { staleTime: 0, gcTime: 0, retry: false, refetchOnWindowFocus: false, placeholderData: keepPreviousData },
  );
  const isCounted = counts !== undefined && !isPlaceholderData && counted === value;
  const ready = isCounted && value !== '' && counts.total > counts.same;

  async function apply() {
    if (!(await start(startFieldChange, { field, value }))) void refetch();
  }

  return (
    <BulkChangeDialog
      bulkChange={bulkChange}
      title="Edit contacts"
      counts={counts}
      preview={
        isCounted && value !== '' && counts.total > 0 ? formatFieldPreview(counts, field, value) : null
      }
      ready={ready}
      counting={!isCounted && value !== '' && !error}
      holds={text !== ''}
      onApply={apply}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-3">
        <Field label="Field">
          <Choice className="w-full" value={field} labels={fields} onChange={(one) => setField(one)} />
        </Field>
        <Field label="Change">
          <Choice className="w-full" value={change} labels={changes} onChange={(one) => setChange(one)} />
        </Field>
      </div>
      {change === 'set' ? (
        <Field label={`New ${fieldName(field)}`}>
          <Input
            dir="auto"
            autoComplete="off"
            maxLength={contactFieldInfo[field].length}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
      ) : null}
      {error && !counts ? (
        <FormAlert title={<ErrorText error={error} />}>
          <Button size="sm" className="self-start" pending={isFetching} onClick={() => refetch()}>
            Retry
          </Button>
        </FormAlert>
      ) : counts?.total === 0 ? (
        <FormAlert title="These contacts no longer exist." />
      ) : (
        <CurrentValues counts={counts} />
      )}
    </BulkChangeDialog>
  );
}

/** How many contacts have each current value: empty first, then the most frequent, then all others as one. */
function CurrentValues({ counts }: { counts: ValueCounts | undefined }) {
  if (!counts) return <p className="text-sm text-muted">Counting…</p>;
  const { values, empty, same, total } = counts;
  const listed = values.reduce((sum, { count }) => sum + count, 0);
  const others = total - empty - listed - (same === empty ? 0 : same);
  const rows = [
    ...(empty > 0 ? [{ key: 'empty', label: 'Empty', count: empty, isMuted: true }] : []),
    ...values.map(({ value, count }) => ({ key: `=${value}`, label: value, count, isMuted: false })),
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
