import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { findProblems } from '@/components/form/contract-errors';
import { FormDialog } from '@/components/form/form-dialog';
import { useActionForm } from '@/components/form/use-action-form';
import { useCan } from '@/components/hooks/use-can';
import { useAction } from '@/components/hooks/use-operation';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { type SavedView, savedViewInput } from '@/lib/contract/saved-view';
import { viewHref } from './shown-view';
import { createView, updateView } from './view-actions';

interface ViewDialogProps {
  /** The view to rename, or the query to save. */
  view: SavedView | { query: string };
  /** Initial name of a new view. */
  title?: string;
  onClose(): void;
  /** Shown above the fields. */
  children?: ReactNode;
}

const fields = ['title', 'shared'] as const;

/** Renames a saved view, or saves a query as a new view and opens it. */
export default function ViewDialog({ view, title = '', onClose, children }: ViewDialogProps) {
  const { query } = view;
  const old = 'id' in view ? view : null;
  const mayShare = useCan('views:share');
  const router = useRouter();
  const create = useAction(createView, ['views']);
  const update = useAction(updateView, ['views']);
  const actionForm = useActionForm({
    fields,
    defaultValues: { title: old?.title ?? title, shared: false },
    check: (values) => findProblems(savedViewInput, { ...values, query }),
    send: ({ title, shared }) =>
      old ? update.mutateAsync({ id: old.id, title }) : create.mutateAsync({ title, query, shared }),
    onSent: ({ id }) => {
      onClose();
      if (!old) router.push(viewHref({ id, query }));
    },
  });
  const { register, watch, setValue, formState } = actionForm.form;
  return (
    <FormDialog
      {...actionForm}
      title={old ? `Rename ${old.title}` : 'Save view'}
      action={old ? 'Rename' : 'Save view'}
      onClose={onClose}
    >
      {children}
      <Field label="Name" error={formState.errors.title?.message} required>
        <Input {...register('title')} dir="auto" autoComplete="off" maxLength={60} />
      </Field>
      {mayShare && !old ? (
        <label className="-ml-1 flex items-center gap-2 text-sm">
          <Checkbox checked={watch('shared')} onChange={({ target }) => setValue('shared', target.checked)} />
          Share with everyone
        </label>
      ) : null}
    </FormDialog>
  );
}
