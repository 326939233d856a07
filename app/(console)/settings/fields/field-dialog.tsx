import { Plus, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { Controller } from 'react-hook-form';
import { typeNames } from '@/components/contacts/field-type-names';
import { findProblems } from '@/components/form/contract-errors';
import { FormDialog } from '@/components/form/form-dialog';
import { useActionForm } from '@/components/form/use-action-form';
import { useOperation } from '@/components/hooks/use-operation';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';
import { Choice } from '@/components/ui/select';
import { toast } from '@/components/ui/toast';
import type { Field as OwnField } from '@/lib/contract/field';
import { type FieldType, fieldCreate, fieldUpdate, hasOptions } from '@/lib/contract/field';
import { segmentPalette } from '@/lib/contract/segment';

interface Option {
  /** Absent for a new option. */
  value?: string;
  label: string;
  color: string | null;
}

interface Values {
  label: string;
  type: FieldType;
  key: string;
  options: Option[];
}

const newOption = (index: number): Option => ({
  label: '',
  color: segmentPalette[index % segmentPalette.length] ?? null,
});

interface FieldDialogProps {
  field?: OwnField;
  onChangeType?(): void;
  onClose(): void;
}

/** Creates a field, or edits its label and options. Its type is changed in a dialog of its own, and its key is fixed. */
export function FieldDialog({ field, onChangeType, onClose }: FieldDialogProps) {
  const create = useOperation('createField');
  const update = useOperation('updateField');
  const actionForm = useActionForm<Values, OwnField>({
    defaultValues: {
      label: field?.label ?? '',
      type: field?.type ?? 'text',
      key: field?.key ?? '',
      options: field?.options ?? [newOption(0)],
    },
    check: (values) =>
      field ? findProblems(fieldUpdate, toUpdate(values)) : findProblems(fieldCreate, toCreate(values)),
    draft: `field ${field?.id ?? 'new'}`,
    send: (values) =>
      field
        ? update.mutateAsync({ id: field.id, body: toUpdate(values) })
        : create.mutateAsync({ body: toCreate(values) }),
    onSent: ({ label }) => {
      toast.success(`${field ? 'Updated' : 'Created'} field ${label}`);
      onClose();
    },
  });
  const { form } = actionForm;
  const { errors } = form.formState;
  const type = form.watch('type');
  return (
    <FormDialog
      {...actionForm}
      title={field ? `Edit ${field.label}` : 'Create field'}
      action={field ? 'Update field' : 'Create field'}
      onClose={onClose}
    >
      <Field label="Label" error={errors.label?.message} required>
        <Input {...form.register('label')} dir="auto" autoComplete="off" maxLength={100} />
      </Field>
      {field ? (
        <dl className="grid gap-4 text-sm sm:grid-cols-2 [&_dt]:font-medium">
          <div>
            <dt>Type</dt>
            <dd className="flex flex-wrap items-center gap-x-4 leading-7">
              {typeNames[type]}
              {field.archived ? null : (
                <Button variant="ghost" size="sm" className="-ml-2 text-accent!" onClick={onChangeType}>
                  Change type…
                </Button>
              )}
            </dd>
          </div>
          <div>
            <dt>Key</dt>
            <dd className="leading-7">
              <code className="font-mono wrap-anywhere">{field.key}</code>
            </dd>
          </div>
        </dl>
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Type" error={errors.type?.message}>
            <Controller
              control={form.control}
              name="type"
              render={({ field: { value, onChange } }) => (
                <Choice className="flex!" labels={typeNames} value={value} onChange={onChange} />
              )}
            />
          </Field>
          <Field
            label="Key"
            error={errors.key?.message}
            description={errors.key ? undefined : 'For the API. It can’t be changed later.'}
          >
            <Input
              {...form.register('key')}
              placeholder="Made from the label"
              spellCheck={false}
              autoComplete="off"
              className="font-mono placeholder:font-sans"
            />
          </Field>
        </div>
      )}
      {hasOptions(type) ? (
        <Controller
          control={form.control}
          name="options"
          render={({ field: { value, onChange }, fieldState }) => (
            <OptionsField value={value} onChange={onChange} error={fieldState.error?.message} />
          )}
        />
      ) : null}
    </FormDialog>
  );
}

const written = (options: Option[]) => options.filter(({ label }) => label.trim() !== '');

const toCreate = ({ label, type, key, options }: Values) => ({
  label,
  type,
  ...(key.trim() && { key: key.trim() }),
  ...(hasOptions(type) && { options: written(options) }),
});

const toUpdate = ({ label, type, options }: Values) => ({
  label,
  ...(hasOptions(type) && { options: written(options) }),
});

interface OptionsFieldProps {
  value: Option[];
  onChange(options: Option[]): void;
  error: string | undefined;
}

/** The options of a choice, each with a color. Enter adds one below. */
function OptionsField({ value: options, onChange, error }: OptionsFieldProps) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const put = (index: number, change: Partial<Option>) =>
    onChange(options.map((option, at) => (at === index ? { ...option, ...change } : option)));
  function add(index: number) {
    onChange(options.toSpliced(index, 0, newOption(options.length)));
    requestAnimationFrame(() =>
      list.current?.querySelectorAll<HTMLInputElement>('[data-label]')[index]?.focus(),
    );
  }
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="mb-1 text-sm font-medium">Options</legend>
      <ul ref={list} className="flex flex-col gap-1.5">
        {options.map((option, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: new options have no id, and their fields no state
          <li key={index} className="flex items-center gap-2">
            <input
              type="color"
              aria-label={`Color of option ${index + 1}`}
              value={option.color ?? '#475569'}
              onChange={({ target }) => put(index, { color: target.value })}
              className="size-6 shrink-0 cursor-pointer appearance-none overflow-hidden rounded-full border-0 bg-transparent p-0 [&::-moz-color-swatch]:border-0 [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
            />
            <Input
              data-label
              aria-label={`Option ${index + 1}`}
              dir="auto"
              autoComplete="off"
              maxLength={100}
              value={option.label}
              onChange={({ target }) => put(index, { label: target.value })}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing)
                  return;
                event.preventDefault();
                add(index + 1);
              }}
            />
            <IconButton
              icon={X}
              label={`Remove option ${index + 1}`}
              onClick={() => onChange(options.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ul>
      <Button variant="ghost" size="sm" className="mt-1.5 ml-6" onClick={() => add(options.length)}>
        <Plus aria-hidden /> Add option
      </Button>
      {error ? (
        <p id={id} role="alert" className="text-sm text-danger">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
