import { useQuery } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { problemsOf } from '@/components/form/contract-errors';
import { FormDialog } from '@/components/form/form-dialog';
import { useActionForm } from '@/components/form/use-action-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { toast } from '@/components/ui/toast';
import { type Segment, segmentCreate } from '@/lib/contract/segment';
import { nextColor } from './next-color';
import { createSegment, updateSegment } from './segment-actions';
import { SegmentColorField } from './segment-color-field';
import { affectedBySegments, segmentListOptions } from './segment-queries';

interface SegmentDialogProps {
  /** The segment to change; absent for a new one. */
  segment?: Segment;
  onClose(): void;
}

const fields = ['title', 'color'] as const;

export default function SegmentDialog({ segment, onClose }: SegmentDialogProps) {
  const { data: segments = [] } = useQuery(segmentListOptions());
  const actionForm = useActionForm({
    fields,
    defaultValues: { title: segment?.title ?? '', color: segment?.color ?? nextColor(segments) },
    check: (values) => problemsOf(segmentCreate, values),
    send: (body, organization) =>
      segment
        ? updateSegment({ id: segment.id, body: changesOf(segment, body) }, organization)
        : createSegment(body, organization),
    onSent: ({ title }) => {
      toast.success(`${segment ? 'Updated' : 'Added'} the segment ${title}`);
      onClose();
    },
    invalidates: affectedBySegments,
  });
  const { form } = actionForm;
  const { errors } = form.formState;
  return (
    <FormDialog
      {...actionForm}
      title={segment ? `Edit ${segment.title}` : 'Add segment'}
      action={segment ? 'Update segment' : 'Add segment'}
      onClose={onClose}
    >
      <Field label="Title" error={errors.title?.message} required>
        <Input {...form.register('title')} dir="auto" autoComplete="off" maxLength={200} />
      </Field>
      <Controller
        control={form.control}
        name="color"
        render={({ field, fieldState }) => (
          <SegmentColorField
            value={field.value}
            onChange={field.onChange}
            title={form.watch('title')}
            error={fieldState.error?.message}
          />
        )}
      />
    </FormDialog>
  );
}

/** Sends only changed fields, to keep other people's changes. */
function changesOf(segment: Segment, { title, color }: { title: string; color: string }) {
  return { ...(title !== segment.title && { title }), ...(color !== segment.color && { color }) };
}
