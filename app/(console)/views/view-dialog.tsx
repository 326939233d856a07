import { problemsOf } from '@/components/form/contract-errors';
import { FormDialog } from '@/components/form/form-dialog';
import { useActionForm } from '@/components/form/use-action-form';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { type SavedView, savedViewInput } from '@/lib/contract/saved-view';
import { useMay } from '../console-providers';
import { createView, renameView } from './view-actions';
import { viewListOptions } from './view-queries';

interface ViewDialogProps {
  /** The view to rename, or the query to save. */
  view: SavedView | { query: string };
  onClose(): void;
}

const fields = ['title', 'shared'] as const;

export default function ViewDialog({ view, onClose }: ViewDialogProps) {
  const { query } = view;
  const old = 'id' in view ? view : null;
  const mayShare = useMay('views:share');
  const actionForm = useActionForm({
    fields,
    defaultValues: { title: old?.title ?? '', shared: old?.shared ?? false },
    check: (values) => problemsOf(savedViewInput, { ...values, query }),
    send: (values, organization) =>
      old
        ? renameView({ id: old.id, title: values.title }, organization)
        : createView({ ...values, query }, organization),
    onSent: onClose,
    invalidates: [viewListOptions().queryKey],
  });
  const { register, watch, setValue, formState } = actionForm.form;
  return (
    <FormDialog
      {...actionForm}
      title={old ? `Rename ${old.title}` : 'Save view'}
      action={old ? 'Rename' : 'Save view'}
      onClose={onClose}
    >
      <Field label="Title" error={formState.errors.title?.message} required>
        <Input {...register('title')} dir="auto" autoComplete="off" maxLength={60} />
      </Field>
      {mayShare && !old ? (
        <label className="flex items-center gap-2 text-sm">
          <Checkbox checked={watch('shared')} onChange={({ target }) => setValue('shared', target.checked)} />
          Share with everyone
        </label>
      ) : null}
    </FormDialog>
  );
}
