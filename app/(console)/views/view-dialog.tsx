import { findProblems } from '@/components/form/contract-errors';
import { FormDialog } from '@/components/form/form-dialog';
import { useActionForm } from '@/components/form/use-action-form';
import { useCan } from '@/components/hooks/use-can';
import { useAction } from '@/components/hooks/use-operation';
import { useRead } from '@/components/hooks/use-read';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { type SavedView, savedViewInput } from '@/lib/contract/saved-view';
import { createView, updateView } from './view-actions';

interface ViewDialogProps {
  /** The view to rename, or the query to save. */
  view: SavedView | { query: string };
  onClose(): void;
}

const fields = ['title', 'shared'] as const;

/** Renames a saved view, or saves a query as a new view or in place of one. */
export default function ViewDialog({ view, onClose }: ViewDialogProps) {
  const { query } = view;
  const old = 'id' in view ? view : null;
  const mayShare = useCan('views:share');
  const { data: views = [] } = useRead('listSavedViews', {});
  const replaceable = old ? [] : views.filter(({ shared }) => mayShare || !shared);
  const create = useAction(createView, ['views']);
  const update = useAction(updateView, ['views']);
  const actionForm = useActionForm({
    fields,
    defaultValues: { id: old?.id ?? '', title: old?.title ?? '', shared: false },
    check: ({ id: _, ...values }) => findProblems(savedViewInput, { ...values, query }),
    send: ({ id, title, shared }) =>
      id
        ? update.mutateAsync({ id, title, ...(!old && { query }) })
        : create.mutateAsync({ title, query, shared }),
    onSent: onClose,
  });
  const { register, watch, setValue, formState } = actionForm.form;
  const isNew = watch('id') === '';
  const replaced = register('id', {
    onChange: ({ target }) =>
      setValue('title', replaceable.find(({ id }) => id === target.value)?.title ?? ''),
  });
  return (
    <FormDialog
      {...actionForm}
      title={old ? `Rename ${old.title}` : 'Save view'}
      action={old ? 'Rename' : 'Save view'}
      onClose={onClose}
    >
      {replaceable.length > 0 ? (
        <Field label="Save as">
          <Select {...replaced}>
            <option value="">New view</option>
            {replaceable.map(({ id, title, shared }) => (
              <option key={id} value={id} dir="auto">
                {shared ? `${title} (shared)` : title}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      <Field label="Title" error={formState.errors.title?.message} required>
        <Input {...register('title')} dir="auto" autoComplete="off" maxLength={60} />
      </Field>
      {mayShare && isNew ? (
        <label className="flex items-center gap-2 text-sm">
          <Checkbox checked={watch('shared')} onChange={({ target }) => setValue('shared', target.checked)} />
          Share with everyone
        </label>
      ) : null}
    </FormDialog>
  );
}
