import { type ReactNode, useId } from 'react';
import { Controller } from 'react-hook-form';
import { findProblems } from '@/components/form/contract-errors';
import { FormDialog } from '@/components/form/form-dialog';
import { useActionForm } from '@/components/form/use-action-form';
import { useOperation } from '@/components/hooks/use-operation';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { SegmentChip } from '@/components/ui/segment-chip';
import { toast } from '@/components/ui/toast';
import type { SegmentRule } from '@/lib/contract/contact-filter';
import { type Segment, segmentCreate, segmentPalette } from '@/lib/contract/segment';
import { useSegments } from './use-segments';

interface SegmentDialogProps {
  /** The segment to edit; absent to create one. */
  segment?: Segment;
  /** Initial title of a new segment. */
  title?: string;
  /** Rule of a new segment. */
  rule?: SegmentRule;
  onCreated?(segment: Segment): void;
  onClose(): void;
  /** Shown above the fields. */
  children?: ReactNode;
}

/** Adds or edits a segment. */
export default function SegmentDialog(props: SegmentDialogProps) {
  const { segment, title = '', rule, onCreated, onClose, children } = props;
  const { data: segments = [] } = useSegments();
  const create = useOperation('createSegment');
  const update = useOperation('updateSegment');
  const actionForm = useActionForm({
    defaultValues: {
      title: segment?.title ?? title,
      description: segment?.description ?? '',
      color: segment?.color ?? findLeastUsedColor(segments),
    },
    check: (values) => findProblems(segmentCreate, values),
    draft: `segment ${segment?.id ?? 'new'}`,
    send: (body) =>
      segment
        ? update.mutateAsync({ id: segment.id, body: getChanges(segment, body) })
        : create.mutateAsync({ body: { ...body, ...(rule && { rule }) } }),
    onSent: (sent) => {
      toast.success(`${segment ? 'Updated' : 'Added'} segment ${sent.title}`);
      if (!segment) onCreated?.(sent);
      onClose();
    },
  });
  const { form } = actionForm;
  const { errors } = form.formState;
  return (
    <FormDialog
      {...actionForm}
      title={segment ? `Edit ${segment.title}` : 'Create segment'}
      action={segment ? 'Update segment' : 'Create segment'}
      onClose={onClose}
    >
      {children}
      <Field label="Name" error={errors.title?.message} required>
        <Input {...form.register('title')} dir="auto" autoComplete="off" maxLength={200} />
      </Field>
      <Field label="Description" error={errors.description?.message}>
        <Input
          {...form.register('description')}
          dir="auto"
          autoComplete="off"
          maxLength={1000}
          placeholder="Who is in it, or what it is for"
        />
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

/** The changed fields only, which keeps other people's changes. */
function getChanges(
  segment: Segment,
  { title, description, color }: { title: string; description: string; color: string },
) {
  return {
    ...(title !== segment.title && { title }),
    ...(description !== (segment.description ?? '') && { description }),
    ...(color !== segment.color && { color }),
  };
}

/** The least used color of the palette; the first of several. */
function findLeastUsedColor(segments: readonly Segment[]): string {
  const uses = (color: string) => segments.filter((segment) => segment.color === color).length;
  return segmentPalette.toSorted((one, other) => uses(one) - uses(other))[0] ?? segmentPalette[0];
}

/** Accessible names of the palette. */
const colorNames: Record<(typeof segmentPalette)[number], string> = {
  '#2563eb': 'Blue',
  '#0891b2': 'Cyan',
  '#0d9488': 'Teal',
  '#16a34a': 'Green',
  '#65a30d': 'Lime',
  '#ca8a04': 'Yellow',
  '#ea580c': 'Orange',
  '#dc2626': 'Red',
  '#db2777': 'Pink',
  '#c026d3': 'Magenta',
  '#7c3aed': 'Violet',
  '#475569': 'Slate',
};

interface SegmentColorFieldProps {
  value: string;
  onChange(color: string): void;
  title: string;
  error: string | undefined;
}

/** Picks a color from the palette or any other, with a preview chip. */
function SegmentColorField({ value, onChange, title, error }: SegmentColorFieldProps) {
  const name = useId();
  const color = value.trim().toLowerCase();
  return (
    <div className="flex flex-col gap-4">
      <fieldset>
        <legend className="mb-1 text-sm font-medium">Color</legend>
        <div className="grid w-fit grid-cols-6 gap-2 p-0.5 sm:grid-cols-12">
          {segmentPalette.map((one) => (
            <input
              key={one}
              type="radio"
              name={name}
              title={colorNames[one]}
              aria-label={colorNames[one]}
              checked={color === one}
              onChange={() => onChange(one)}
              style={{ backgroundColor: one }}
              className="size-6 appearance-none rounded-full ring-offset-2 ring-offset-raised forced-color-adjust-none checked:ring-2 checked:ring-ink focus-visible:outline-offset-4"
            />
          ))}
        </div>
      </fieldset>
      <div className="grid grid-cols-2 gap-4">
        <Field label="Custom color" error={error}>
          <Input
            value={value}
            onChange={(event) => onChange(event.target.value)}
            placeholder="#2563eb"
            spellCheck={false}
            autoComplete="off"
            className="font-mono"
          />
        </Field>
        <div className="flex min-w-0 flex-col gap-1">
          <p className="text-sm font-medium">Preview</p>
          <div className="flex h-8 min-w-0 items-center">
            <SegmentChip
              title={title.trim() || 'Segment'}
              color={/^#[0-9a-f]{6}$/.test(color) ? color : null}
            />
          </div>
        </div>
      </div>
    </div>
  );
}
