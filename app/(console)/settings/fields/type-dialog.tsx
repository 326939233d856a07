import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { typeNames } from '@/components/contacts/field-type-names';
import { fieldValueWords, inSentence } from '@/components/contacts/field-words';
import { useConsole } from '@/components/contacts/use-console';
import type { CallError } from '@/components/hooks/call-error';
import { useOperation } from '@/components/hooks/use-operation';
import { useRead } from '@/components/hooks/use-read';
import { formatCount, formatCountOf } from '@/components/text/format-count';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorText } from '@/components/ui/error-text';
import { Field } from '@/components/ui/field';
import { FormAlert } from '@/components/ui/form-alert';
import { Link } from '@/components/ui/link';
import { Choice } from '@/components/ui/select';
import { toast } from '@/components/ui/toast';
import type { FieldType, Field as OwnField } from '@/lib/contract/field';
import type { FieldTypePlan } from '@/lib/contract/field-type';
import { isUnderWay } from '../../bulk-changes/bulk-change-state';
import { putBulkChange } from '../../bulk-changes/use-bulk-change-steps';

/** What values become. */
const nouns: Record<FieldType, string> = {
  text: 'text',
  number: 'numbers',
  date: 'dates',
  boolean: 'yes or no',
  choice: 'choices',
  choices: 'choices',
  link: 'links',
  id: 'ids',
};

/** Changes the type of a field, by a bulk change, once it is known which values can be converted. */
export default function TypeDialog({ field, onClose }: { field: OwnField; onClose(): void }) {
  const queryClient = useQueryClient();
  const { startedBulkChanges: started } = useConsole();
  const entries = Object.entries(typeNames).filter(([type]) => type !== field.type);
  const others = Object.fromEntries(entries) as Record<FieldType, string>;
  const [type, setType] = useState(Object.keys(others)[0] as FieldType);
  const { mutate, isPending, isSuccess, error } = useOperation('changeFieldType');
  // Once it is changed, the field has this type, and there is nothing to count.
  const enabled = !isPending && !isSuccess;
  const input = { id: field.id, body: { type } };
  const preview = useRead('previewFieldType', input, { staleTime: 0, gcTime: 0, enabled });
  const plan = preview.isFetching ? undefined : preview.data;
  const clear = plan?.inconvertible ?? 0;
  const change = () =>
    mutate(
      { id: field.id, body: { type, clear } },
      {
        onSuccess(made) {
          if (isUnderWay(made)) started.set(made.id, made.total);
          else toast.success(`Changed the type of ${field.label} to ${inSentence(typeNames[type])}`);
          void putBulkChange(queryClient, made);
          onClose();
        },
        onError: () => void preview.refetch(),
      },
    );
  const problem = (error ?? (preview.isFetching ? null : preview.error)) as CallError | null;
  return (
    <Dialog
      title={`Change the type of ${field.label}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={clear > 0 ? 'danger' : 'primary'}
            pending={isPending}
            disabled={!plan}
            onClick={change}
          >
            {clear > 0 ? `Change type, clear ${formatCount(clear)}` : 'Change type'}
          </Button>
        </>
      }
    >
      {problem ? (
        <FormAlert
          title={
            <ErrorText
              error={{
                code: problem.code,
                message: problem.details[0]?.message ?? problem.message,
              }}
            />
          }
        />
      ) : null}
      <Field label="New type">
        <Choice className="flex!" labels={others} value={type} onChange={setType} />
      </Field>
      <div role="status" className="flex flex-col gap-2 pt-3 text-sm">
        {plan ? <Plan plan={plan} field={field} type={type} /> : preview.isFetching ? 'Counting…' : null}
      </div>
      <p className="pt-3 text-sm text-muted">
        Contacts in the trash are included. You can undo this within 30 days.
      </p>
    </Dialog>
  );
}

/** "412 values become numbers. 3 values can’t become numbers and are cleared:" with examples by reason, and the options made. */
function Plan({ plan, field, type }: { plan: FieldTypePlan; field: OwnField; type: FieldType }) {
  const { convertible, inconvertible, examples, options } = plan;
  const shown = examples.reduce((sum, { count }) => sum + count, 0);
  if (convertible + inconvertible === 0) return <p>No contact has a value.</p>;
  return (
    <>
      <p>
        {convertible > 0
          ? `${formatCountOf(convertible, 'value')} ${becomes(convertible)} ${nouns[type]}. `
          : ''}
        {inconvertible > 0
          ? `${formatCountOf(inconvertible, 'value')} can’t become ${nouns[type]} and ${inconvertible === 1 ? 'is' : 'are'} cleared:`
          : ''}
      </p>
      {[...new Set(examples.map(({ message }) => message))].map((reason) => (
        <div key={reason}>
          <p className="text-muted">{reason}</p>
          <ul className="flex flex-wrap gap-x-4">
            {examples
              .filter(({ message }) => message === reason)
              .map(({ contactId, value, count }) => (
                <li key={contactId} className="min-w-0 py-0.5 wrap-anywhere">
                  <Link
                    href={`/contacts/${contactId}`}
                    target="_blank"
                    className="font-medium underline underline-offset-2"
                  >
                    <bdi>{fieldValueWords(field, value)}</bdi>
                  </Link>
                  {count > 1 ? ` · ${formatCountOf(count, 'contact')}` : null}
                </li>
              ))}
          </ul>
        </div>
      ))}
      {inconvertible > shown ? (
        <p className="text-muted">and {formatCount(inconvertible - shown)} more.</p>
      ) : null}
      {options ? <p className="text-muted">Options: {options.map(({ label }) => label).join(', ')}</p> : null}
    </>
  );
}

const becomes = (count: number) => (count === 1 ? 'becomes' : 'become');
